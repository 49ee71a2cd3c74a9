import fc from 'fast-check';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { inputFor, isObject } from './arbitrary-values.ts';
import { fuzzJsonText, fuzzName, fuzzText } from './fuzz-values.ts';
import { toQuery, toText } from './request-encoding.ts';

/** Names that stand for the bytes of files, so that a failing example is readable. */
export const FILES = [
	'jpeg',
	'png',
	'half a jpeg',
	'svg',
	'gif in name',
	'nothing',
	'noise',
] as const;

interface Part {
	name: string;
	/** The file's name as sent by the client; absent for a text field. */
	fileName?: string;
	type?: string;
	content: string | { file: (typeof FILES)[number] };
}

/** A generated request body. */
export type FuzzBody =
	| { kind: 'none' }
	| { kind: 'text'; type: string; text: string }
	| { kind: 'multipart'; parts: readonly Part[]; fault: 'none' | 'no end' | 'other boundary' };

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const UNUSUAL_TYPES = [
	'',
	'text/plain',
	'application/octet-stream',
	'application/json; charset=utf-16',
	'application/json;',
	'multipart/form-data',
	'multipart/form-data; boundary=',
	'/',
] as const;

/** Request bodies, mostly of the kind that the endpoint accepts. */
export function bodiesFor(endpoint: Endpoint | undefined): fc.Arbitrary<FuzzBody> {
	const input = inputFor(endpoint?.body);
	const json = input.map((value) => text(JSON_TYPE, JSON.stringify(value)));
	const form = input.map((value) => text(FORM_TYPE, toQuery(value)));
	const ofType = (...types: string[]) =>
		fc.tuple(fc.constantFrom(...types), fuzzJsonText).map(([type, content]) => text(type, content));
	const parts = multipart(endpoint?.files, input);
	return fc.oneof(
		{ weight: endpoint?.files ? 1 : 10, arbitrary: json },
		{ weight: endpoint?.files ? 10 : 1, arbitrary: parts },
		{ weight: 1, arbitrary: form },
		{ weight: 1, arbitrary: ofType(JSON_TYPE, FORM_TYPE) },
		{ weight: 1, arbitrary: ofType(...UNUSUAL_TYPES) },
		{ weight: 1, arbitrary: fc.constant<FuzzBody>({ kind: 'none' }) },
	);
}

const text = (type: string, content: string): FuzzBody => ({ kind: 'text', type, text: content });

const FILE_NAME = fc.oneof(
	fc.constantFrom('a.jpg', 'IMG_1.HEIC', '../../a.jpg', '.', '', 'a.php\0.jpg', 'a".jpg'),
	fuzzText,
);

function multipart(
	field: string | undefined,
	fields: fc.Arbitrary<unknown>,
): fc.Arbitrary<FuzzBody> {
	const file: fc.Arbitrary<Part> = fc.record({
		name: fc.oneof(
			{ weight: 8, arbitrary: fc.constant(field ?? 'file') },
			{ weight: 1, arbitrary: fuzzName },
		),
		fileName: FILE_NAME,
		type: fc.constantFrom('image/jpeg', 'image/svg+xml', 'text/html', '', 'a/b; c'),
		content: fc.constantFrom(...FILES).map((name) => ({ file: name })),
	});
	const attachedFiles = fc.oneof(
		{ weight: 6, arbitrary: fc.array(file, { maxLength: 3 }) },
		{ weight: 1, arbitrary: fc.array(file, { minLength: 5, maxLength: 70 }) },
	);
	return fc
		.tuple(
			fields,
			attachedFiles,
			fc.constantFrom('none', 'none', 'none', 'none', 'no end', 'other boundary'),
		)
		.map(([input, files, fault]) => {
			const known = isObject(input) ? Object.entries(input) : [];
			const parts = known.map(([name, value]): Part => ({ name, content: toText(value) }));
			return { kind: 'multipart', parts: [...parts, ...files], fault };
		});
}
