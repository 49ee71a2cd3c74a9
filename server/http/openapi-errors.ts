import { declaredErrors } from '#contract/core/errors.ts';

/** Markdown for the OpenAPI document: every error code with its message. */
export function describeErrors(): string {
	const rows = declaredErrors
		.toSorted((one, other) => (one.code < other.code ? -1 : 1))
		.map(
			({ code, message = 'The sentence names what was refused.' }) =>
				`| \`${code}\` | ${message} |`,
		);
	return `
## Refusals

Every refusal has a \`code\`, which never changes, and a \`message\` for people. Programs go by the code; codes are only ever
added. An invalid field has a code of its own in \`issues\`.

| Code | Message |
| --- | --- |
${rows.join('\n')}
`;
}
