import { isObject } from './arbitrary-values.ts';

/** Values as the query of a URL. Placeholders such as `~3~` stay as they are. */
export function toQuery(values: unknown): string {
	if (!isObject(values)) return toRequestTarget(toText(values));
	const pairs = Object.entries(values).flatMap(([name, value]) =>
		[value].flat().map((each): [string, string] => [name, toText(each)]),
	);
	return new URLSearchParams(pairs).toString().replaceAll('%7E', '~');
}

/** A value as it is in a URL or a form field. */
export function toText(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return text.toWellFormed();
}

/** Encodes characters that are not allowed in the first line of a request, and leaves other errors in place. */
export const toRequestTarget = (address: string) =>
	address.replace(/[^\x21-\x7e]/gu, (sign) => encodeURIComponent(sign.toWellFormed()));
