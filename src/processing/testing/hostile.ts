/** A model and an environment that try to break out of whatever shows what they said. */
import type { AnyEnvironment } from "../../core/environment.ts";
import type { Model } from "../../models/model.ts";
import { numberRepair } from "../../rollouts/testing/number-repair.ts";

/** Everything that has ever ended a script, a comment or an attribute, and would then be seen to run. */
export const hostile = [
  "<script>window.ran = 'script'</script>",
  "</script><script>window.ran = 'closed'</script>",
  "<img src=x onerror=\"window.ran = 'image'\"><svg onload=\"window.ran='svg'\">",
  "<!--<script>--> </style><style>body{display:none}</style> ]]> <iframe src=javascript:parent.ran=1>",
  "&lt;b&gt; \u2028 \\u003cscript> \0 \ud800 '\"` $(window.ran=1)",
].join("\n");

export const hostileModel: Model = {
  id: 'openai:"><script>window.ran="id"</script>',
  form: "full",
  async complete({ turn, conversation }) {
    const usage = { prompt: 1, completion: 1 };
    const reasoning = turn === 0 ? hostile : null;
    const text = `${hostile}\n${conversation.includes("/1/") ? "other" : "one"}`;
    return { text, reasoning, tokens: null, usage, finish: "stop", weightsVersion: null };
  },
};

const plain: AnyEnvironment = numberRepair();
/** Number repair with prompts as hostile as the model. */
export const hostileEnvironment: AnyEnvironment = {
  ...plain,
  roles: {
    agent: {
      ...plain.roles.agent!,
      render: (seen, context) => [...plain.roles.agent!.render(seen, context), { role: "user", content: hostile }],
    },
  },
};
