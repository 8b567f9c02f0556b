// Sections of the docs that have all words, the best first: words in headings count more than words in texts.
export interface Section {
  page: string;
  id: string;
  title: string;
  heading: string;
  text: string;
}
export interface Hit extends Section {
  excerpt: string;
}

const kAround = 80; // characters to each side of the first word

function scoreOf({ title, heading, text }: Section, words: string[]): number {
  let score = 0;
  for (const word of words) {
    const inHeading = heading.toLowerCase().includes(word);
    const inTitle = title.toLowerCase().includes(word);
    const inText = text.toLowerCase().includes(word);
    if (!inHeading && !inTitle && !inText) return 0;
    score += (inHeading ? 10 : 0) + (inTitle ? 4 : 0) + (inText ? 1 : 0) + (heading.toLowerCase() === word ? 10 : 0);
  }
  return score;
}

export function find(sections: Section[], text: string): Hit[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ section }) => {
      const at = Math.max(0, section.text.toLowerCase().indexOf(words[0]));
      const from = Math.max(0, at - kAround);
      return { ...section, excerpt: `${from > 0 ? "…" : ""}${section.text.slice(from, at + kAround)}` };
    });
}
