// The live page of `bramah serve`: builds itself into whatever HTML it is loaded by.
import "./live/style.css";
import { html } from "./shared/dom";
import { startPage } from "./live/app";
import { Connection } from "./live/connection";

if (document.querySelector("meta[name=viewport]") === null)
  document.head.append(html("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }));
if (document.querySelector("link[rel=icon]") === null)
  document.head.append(html("link", { rel: "icon", href: "data:," }));
const start = (): void => startPage(new Connection(new URLSearchParams(location.search).has("watch")));
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
