// The live page of `bramah serve`: builds itself into whatever HTML it is loaded by.
import "uplot/dist/uPlot.min.css";
import "./shared/name.css";
import "./live/style/base.css";
import "./live/style/frame.css";
import "./live/style/machine.css";
import "./live/style/views.css";
import "./live/style/levers.css";
import { html } from "./shared/dom";
import { startPage } from "./live/app";

if (document.querySelector("meta[name=viewport]") === null)
  document.head.append(html("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }));
if (document.querySelector("link[rel=icon]") === null)
  document.head.append(html("link", { rel: "icon", href: "data:," }));
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", startPage);
else startPage();
