import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '#tests/support/contract-endpoints.ts';
import { fieldsOf } from '#tests/support/field-sweep.ts';

const PARTS = ['params', 'query', 'body'] as const;
/** Values of every kind; each field refuses most of them. */
const VALUES = [undefined, null, true, -1.5, 1e308, '', 'x', '\0', 'x'.repeat(6000), [], [{}], {}];

const endpoints = await allEndpoints();

const fields = endpoints.flatMap(({ method, path, ...endpoint }) =>
	PARTS.flatMap((part) => {
		const schema = endpoint[part];
		return (schema ? fieldsOf(schema) : []).map((name) => ({
			method,
			path,
			part,
			name,
			schema: schema as z.core.$ZodType,
		}));
	}),
);

test('the contract declares more than 120 input fields', () => {
	expect(fields.length).toBeGreaterThan(120);
});

test.each(fields)(
	'$method $path refuses an invalid $name with a message for users, not with a message of the validator',
	({ schema, name }) => {
		for (const value of VALUES) {
			const { error } = z.safeParse(schema, { [name]: value });
			const messages = (error?.issues ?? [])
				.filter(({ path }) => path[0] === name)
				.map(({ message }) => message);
			for (const message of messages) {
				expect(message).not.toMatch(
					/^(Invalid (input|option|string)|Too (small|big)|Unrecognized)\b|\bexpected\b/,
				);
			}
		}
	},
);
