// A page of sections: comparisons, studies, trainings, linearisations, papers.
import "./shared/name.css";
import "./report/report.css";
import "./page/page.css";
import "./page/chart.css";
import type { PageData } from "./page/data";
import { buildPage } from "./page/page";
import { fillPage } from "./shared/fill";

fillPage((text, root) => buildPage(JSON.parse(text) as PageData, root));
