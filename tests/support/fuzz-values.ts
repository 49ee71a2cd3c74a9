import fc from 'fast-check';

/** Texts known to break servers: quotes, templates, paths, lines, bytes, lengths, numbers, names of the language. */
export const HOSTILE_TEXTS = [
	'',
	'\0',
	'a\0b',
	'\ud800',
	'\u202e\u200d\ufeff',
	'e\u0301'.repeat(300),
	'👩‍👩‍👧‍👦'.repeat(60),
	"' or '1'='1",
	'") union select null, null --',
	'%_\\',
	':*&|!<->',
	'{{7*7}}#{7*7}<%= 7*7 %>',
	'<script>alert(1)</script>',
	'"><img src=x onerror=alert(1)>',
	'javascript:alert(1)',
	'../../../../etc/passwd',
	'//evil.example/',
	'a\r\nSet-Cookie: b=c',
	'=cmd|calc!A1',
	'%ff',
	'NaN',
	'-1',
	'1e309',
	'0x10',
	'1.5',
	'٣',
	'2147483648',
	'99999999999999999999',
	'null',
	'[null]',
	'{"a":',
	'__proto__',
	'constructor',
	'0000-00-00',
	'+275760-09-13',
	'2026-02-30',
	'00000000-0000-0000-0000-000000000000',
	'a'.repeat(5000),
	'('.repeat(400),
] as const;

/** Any text, often one that is known to break servers. */
export const fuzzText = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
	{ weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
	{ weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
	{ weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
);

/** Field names, some of which have a meaning to the language or to parsers. */
export const fuzzName = fc.oneof(
	fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then', 'length', '', '0'),
	fc.constantFrom('a[b]', 'a[]', 'a.b', 'role', 'isVerified', 'userId', 'id', 'password'),
	fc.string({ unit: 'grapheme', maxLength: 20 }),
);

const DEEPLY_NESTED = '['.repeat(2000) + ']'.repeat(2000);

/** Any JSON value. */
export const fuzzValue: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 4, arbitrary: fuzzText },
	{ weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, 0, -1, 1.5, 1e21, 2 ** 53) },
	{ weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
	{ weight: 1, arbitrary: fc.array(fuzzText, { maxLength: 5 }) },
	{ weight: 1, arbitrary: fc.dictionary(fuzzName, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }) },
	{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Bodies that are not JSON, or barely. */
export const fuzzJsonText = fc.oneof(
	fc.constantFrom('', '{', '{"a":1,}', "{'a':1}", 'null', '[]', '"text"', '1', DEEPLY_NESTED),
	fc.constantFrom('\ufeff{}', '{"a":1}{"b":2}', '{"a":"\\ud800"}', '{"a":"\\u0000"}'),
	fc.constantFrom('{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"a":1}}}'),
	fc.constantFrom('{"title":"a","title":"b"}', `{"title":"${'a'.repeat(100_000)}"}`),
	fc.string({ unit: 'binary', maxLength: 200 }),
);
