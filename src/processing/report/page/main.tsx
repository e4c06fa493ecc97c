import { render } from "preact";
import { App } from "./app.tsx";
import { readIndex } from "./data.ts";
import "./page.css";
import { restoreTheme } from "./theme.ts";

restoreTheme();
const index = readIndex();
document.title = `${index.file}: ${index.environment}, ${index.model}`;
const app = document.getElementById("app");
if (app) render(<App index={index} />, app);
