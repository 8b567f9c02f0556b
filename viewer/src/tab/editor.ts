// The editor of machine files: YAML, completion and help from the schema, problems at their lines.
import { autocompletion, closeBrackets, closeBracketsKeymap, completeAnyWord, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, defaultHighlightStyle, foldGutter, foldKeymap, indentOnInput, indentService, syntaxHighlighting, HighlightStyle } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, tooltips, type Tooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { html } from "../shared/dom";
import type { Problem } from "./problems";
import { placeAt, type SchemaHelp } from "./schema_help";

const kColours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: [tags.number, tags.bool], color: "var(--good)" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: "var(--quiet)" },
]);

// A new line stands where the one above does, and one step further after a key without a value.
const indentation = indentService.of((context, at) => {
  const above = context.lineAt(at, -1).text;
  const start = /^\s*/.exec(above)?.[0].length ?? 0;
  return /:\s*(#.*)?$/.test(above) ? start + 2 : start;
});

export class Editor {
  readonly element = html("div", { class: "editor", "data-testid": "editor" });
  onEdit: (text: string) => void = () => {};
  help: SchemaHelp | null = null;
  private readonly view: EditorView;
  private readonly readOnly = new Compartment();
  private isQuiet = false;

  constructor() {
    this.view = new EditorView({ parent: this.element, state: this.state("") });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  // Another file: what was undone before is of another.
  show(text: string): void {
    this.view.setState(this.state(text));
  }

  // The same file with another text; it can be undone.
  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  mark(problems: Problem[]): void {
    const { doc } = this.view.state;
    const all = problems.map(({ line, text }): Diagnostic => {
      const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const from = at.from + (/^\s*/.exec(at.text)?.[0].length ?? 0);
      return { from: Math.min(from, at.to), to: at.to, severity: "error", message: text };
    });
    this.view.dispatch(setDiagnostics(this.view.state, all));
  }

  goTo(line: number): void {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
    this.view.focus();
  }

  private state(doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        foldGutter(),
        history(),
        drawSelection(),
        indentation,
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        lintGutter(),
        yaml(),
        tooltips({ position: "fixed", parent: document.body }),
        syntaxHighlighting(kColours),
        syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
        autocompletion({ override: [(context) => this.complete(context), completeAnyWord] }),
        hoverTooltip((view, at) => this.hover(view, at)),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Machine file", spellcheck: "false" }),
        this.readOnly.of([]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !this.isQuiet) this.onEdit(this.text);
        }),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
      ],
    });
  }

  private complete(context: CompletionContext): CompletionResult | null {
    if (this.help === null) return null;
    const word = context.matchBefore(/[\w.]*/);
    if (word === null || (word.from === word.to && !context.explicit)) return null;
    const place = placeAt(context.state.sliceDoc(0, word.from));
    if (!place.isKey) {
      const values = this.help.values(place.path);
      return values.length === 0 ? null : { from: word.from, options: values.map((label) => ({ label, type: "enum" })) };
    }
    const options = [...this.help.keys(place.path)].map(([label, schema]) => ({
      label,
      apply: `${label}: `,
      type: "property",
      info: [schema.description, ...(schema.examples ?? []).map((example) => `${label}: ${example}`)].filter(Boolean).join("\n"),
    }));
    return options.length === 0 ? null : { from: word.from, options, validFor: /^\w*$/ };
  }

  private hover(view: EditorView, at: number): Tooltip | null {
    const line = view.state.doc.lineAt(at);
    const before = /[\w$]*$/.exec(line.text.slice(0, at - line.from))?.[0] ?? "";
    const after = /^[\w$]*/.exec(line.text.slice(at - line.from))?.[0] ?? "";
    const word = before + after;
    const end = at + after.length;
    if (this.help === null || word === "" || !/^\s*:/.test(line.text.slice(end - line.from))) return null;
    const from = at - before.length;
    const told = this.help.text([...placeAt(view.state.sliceDoc(0, from)).path, word]);
    if (told === null) return null;
    const create = (): { dom: HTMLElement } => ({
      dom: html(
        "div",
        { class: "told", "data-testid": "told" },
        html("b", {}, word),
        html("span", {}, ` ${told.description}`),
        ...told.examples.map((example) => html("code", {}, `${word}: ${example}`)),
      ),
    });
    return { pos: from, end, above: true, create };
  }
}
