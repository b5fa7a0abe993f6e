import type { Effects } from "./effects.ts";

/** Of the 21 weights of FSRS-6. */
export const memoryWeightEffects: Effects = {
  "memoryModel.w[0]": [
    "New words answered wrong at first come back later.",
    "New words answered wrong at first come back sooner.",
  ],
  "memoryModel.w[1]": [
    "New words answered with effort at first come back later.",
    "New words answered with effort at first come back sooner.",
  ],
  "memoryModel.w[2]": [
    "New words answered well at first come back later.",
    "New words answered well at first come back sooner.",
  ],
  "memoryModel.w[3]": [
    "New words answered with ease at first come back later.",
    "New words answered with ease at first come back sooner.",
  ],
  "memoryModel.w[4]": [
    "Words failed at first start as more difficult, so their intervals grow more slowly.",
    "Words failed at first start as less difficult, so their intervals grow faster.",
  ],
  "memoryModel.w[5]": [
    "A better first grade lowers the starting difficulty more.",
    "The first grade matters less for the starting difficulty.",
  ],
  "memoryModel.w[6]": [
    "Each later grade moves difficulty further.",
    "Each later grade moves difficulty less.",
  ],
  "memoryModel.w[7]": [
    "Difficulty returns to that of an easy start faster, so lapses are held against words less.",
    "Difficulty stays longer where grades have put it.",
  ],
  "memoryModel.w[8]": [
    "Intervals grow faster with every success, so there are fewer reviews.",
    "Intervals grow more slowly with every success, so there are more reviews.",
  ],
  "memoryModel.w[9]": [
    "Intervals of stable words grow more slowly.",
    "Intervals of stable words go on growing faster.",
  ],
  "memoryModel.w[10]": [
    "A success after nearly forgetting lengthens the interval more.",
    "A success after nearly forgetting lengthens the interval less.",
  ],
  "memoryModel.w[11]": ["Forgotten words come back later.", "Forgotten words come back sooner."],
  "memoryModel.w[12]": [
    "Difficult words come back sooner after a lapse.",
    "Difficulty shortens intervals after a lapse less.",
  ],
  "memoryModel.w[13]": [
    "Words that were stable keep more of their stability after a lapse.",
    "Words that were stable lose more of their stability after a lapse.",
  ],
  "memoryModel.w[14]": [
    "A lapse after a long pause costs less stability.",
    "A lapse after a long pause costs as much stability as one after a short pause.",
  ],
  "memoryModel.w[15]": [
    "Successes with effort lengthen intervals more.",
    "Successes with effort lengthen intervals less.",
  ],
  "memoryModel.w[16]": [
    "Easy successes lengthen intervals more.",
    "Easy successes lengthen intervals less.",
  ],
  "memoryModel.w[17]": [
    "Answers repeated within a day change stability more.",
    "Answers repeated within a day change stability less.",
  ],
  "memoryModel.w[18]": [
    "Answers repeated within a day raise stability at every grade.",
    "Answers repeated within a day raise stability less at every grade.",
  ],
  "memoryModel.w[19]": [
    "Stable memories change less by repetition within a day.",
    "Stable memories change more by repetition within a day.",
  ],
  "memoryModel.w[20]": [
    "Recall goes on falling faster once the interval has passed.",
    "The forgetting curve has a longer tail: old memories fade more slowly.",
  ],
};
