import { isObject } from './arbitrary-values.ts';

/** Values as the query of an address. */
export function queryOf(sent: unknown): string {
	if (!isObject(sent)) return legal(asText(sent));
	const pairs = Object.entries(sent).flatMap(([name, value]) =>
		[value].flat().map((each): [string, string] => [name, asText(each)]),
	);
	return new URLSearchParams(pairs).toString().replaceAll('%7E', '~');
}

/** A value as it stands in an address or a field of a form. */
export function asText(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return text.toWellFormed();
}

/** As it may stand in the first line of a request; how else it may be wrong is up to the caller. */
export const legal = (address: string) =>
	address.replace(/[^\x21-\x7e]/gu, (sign) => encodeURIComponent(sign.toWellFormed()));
