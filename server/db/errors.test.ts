import { expect, test } from 'vitest';
import { reasonOf } from './errors.ts';

test.each([
	{ of: 'an error', fault: new Error('no route'), reason: 'no route' },
	{ of: "the job queue's copy of one", fault: { message: 'no route' }, reason: 'no route' },
	{
		of: 'several addresses that were tried',
		fault: new AggregateError([new Error('no route'), new Error('refused')]),
		reason: 'no route',
	},
	{ of: 'anything else', fault: 'gone', reason: 'gone' },
])('the reason of $of is told in its words', ({ fault, reason }) => {
	expect(reasonOf(fault)).toBe(reason);
});
