export interface QuestionProps {
  /**
   * Goes on to the next question, or into the rooms.
   *
   * @param place  where to go after the last one; by default the overview
   */
  readonly onNext: (place?: string) => void;
}
