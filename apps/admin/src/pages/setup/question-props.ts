export interface QuestionProps {
  /**
   * Continues to the next question, or to the console.
   * @param place  the page after the last question; by default the overview
   */
  readonly onNext: (place?: string) => void;
}
