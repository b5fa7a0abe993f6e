/** Runs in the page: a browser with voices of these languages, which records what it speaks. */
export function giveVoice(languages: readonly string[]): void {
  const said: string[] = [];
  const voices = languages.map((lang) => ({
    lang,
    name: `Voice ${lang}`,
    voiceURI: lang,
    localService: true,
    default: false,
  }));
  class Utterance {
    onstart = () => {};
    onend = () => {};
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  const synthesis = {
    getVoices: () => voices,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    cancel: () => undefined,
    speak(utterance: Utterance) {
      said.push(utterance.text);
      queueMicrotask(() => {
        utterance.onstart();
        utterance.onend();
      });
    },
  };
  Object.assign(globalThis, { said });
  Object.defineProperty(globalThis, "speechSynthesis", { value: synthesis });
  Object.defineProperty(globalThis, "SpeechSynthesisUtterance", { value: Utterance });
}
