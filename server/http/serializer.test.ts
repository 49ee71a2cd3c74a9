import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listItems } from '#contract/items/endpoints.ts';
import { allEndpoints } from '#tests/support/contract-endpoints.ts';
import { copyUnpooled, serializeReply } from './serializer.ts';

const endpoints = await allEndpoints();

/** The endpoints without those of downloads and redirects, which don't use the serializer. */
const serializedEndpoints = endpoints.filter(({ download, status }) => !download && status !== 302);

/** What a handler may return for a schema: all declared fields, sometimes more. */
function valueFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	switch (def.type) {
		case 'object':
			return objectFor(def.shape);
		case 'array':
			return fc.array(valueFor(def.element), { maxLength: 3 });
		case 'record':
			return fc.dictionary(recordKey, valueFor(def.valueType), { maxKeys: 3 });
		case 'nullable':
			return fc.option(valueFor(def.innerType), { nil: null });
		case 'optional':
			return fc.option(valueFor(def.innerType), { nil: undefined });
		case 'union':
			return fc.oneof(...def.options.map(valueFor));
		case 'literal':
			return fc.constantFrom(...def.values);
		case 'enum':
			return fc.constantFrom(...Object.values(def.entries));
		case 'boolean':
			return fc.boolean();
		case 'number':
			return 'format' in def
				? fc.maxSafeInteger()
				: fc.double({ noNaN: true, noDefaultInfinity: true });
		default:
			return textFor('format' in def ? def.format : undefined);
	}
}

/** Zod drops `__proto__`, which the keys of details cannot be (contract/catalogue/facts.ts). */
const recordKey = fc.string().filter((key) => key !== '__proto__');

function objectFor(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<unknown> {
	const declared = Object.fromEntries(
		Object.entries(shape).map(([name, schema]) => [name, valueFor(schema)]),
	);
	const secrets = fc.dictionary(fc.constantFrom('passwordHash', 'email2'), fc.string());
	return fc.tuple(fc.record(declared), secrets, fc.boolean()).map(([fields, more, isFrozen]) => {
		const made = { ...more, ...fields };
		return isFrozen ? Object.freeze(made) : made;
	});
}

function textFor(format: string | undefined): fc.Arbitrary<string> {
	const dates = fc
		.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
		.map((date) => date.toISOString());
	if (format === 'datetime') return dates;
	if (format === 'date') return dates.map((date) => date.slice(0, 10));
	if (format === 'uuid') return fc.uuid({ version: 4 });
	if (format === 'url') return fc.webUrl();
	return fc.string({ unit: 'binary' });
}

test.each(serializedEndpoints)(
	'a reply of $method $path is serialized to the same JSON as its value parsed by the schema',
	({ reply }) => {
		fc.assert(
			fc.property(valueFor(reply), (answer) => {
				const parsed = JSON.stringify(z.parse(reply, answer));
				expect(serializeReply(reply, answer).toString()).toBe(parsed);
				expect(serializeReply(reply, answer).toString()).toBe(parsed);
			}),
			{ numRuns: 20 },
		);
	},
);

test('the serializer refuses values of the wrong type, as parsing does', () => {
	const page = { items: [], nextCursor: null, total: 3 };

	for (const invalid of [
		{ total: '3' },
		{ total: Number.NaN },
		{ nextCursor: 7 },
		{ nextCursor: undefined },
		{ items: {} },
		{ items: [null] },
		{ didYouMean: null },
	]) {
		expect(() => z.parse(listItems.reply, { ...page, ...invalid })).toThrow();
		expect(() => serializeReply(listItems.reply, { ...page, ...invalid })).toThrow(TypeError);
	}
});

test('an unpooled copy of bytes has its own buffer, exactly as long as the bytes', () => {
	fc.assert(
		fc.property(fc.uint8Array(), (bytes) => {
			const own = copyUnpooled(Buffer.from(bytes));

			expect([...own]).toEqual([...bytes]);
			expect(own.buffer.byteLength).toBe(bytes.length);
		}),
	);
});
