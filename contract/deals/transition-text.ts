import { DEAL_ERRORS } from './errors.ts';
import { DEAL_ACTIONS } from './facts.ts';
import { DEAL_TRANSITIONS } from './transitions.ts';

/** The table of transitions as Markdown, for the documentation of the API. */
export function describeTransitions(): string {
	const rows = DEAL_ACTIONS.map((action) => {
		const { by, requires, effect } = DEAL_TRANSITIONS[action];
		const conditions = requires.map(
			({ words, error }) => `${words} (else \`${DEAL_ERRORS[error].code}\`)`,
		);
		return `| \`${action}\` | ${by.join(', ')} | ${conditions.join('; ')} | ${effect} |`;
	});
	return `
An action that is not possible now is refused with 409, the deal as it is and the code of the first condition that is not met.

| Action | By | Possible if | What follows |
| --- | --- | --- | --- |
${rows.join('\n')}
`.trim();
}
