import { expect, test } from 'vitest';
import { reasonOf } from './errors.ts';

test.each([
	{ of: 'an error', fault: new Error('no route'), reason: 'no route' },
	{ of: 'an error copied by the job queue', fault: { message: 'no route' }, reason: 'no route' },
	{
		of: 'a connection tried at several addresses',
		fault: new AggregateError([new Error('no route'), new Error('refused')]),
		reason: 'no route',
	},
	{ of: 'anything else', fault: 'gone', reason: 'gone' },
])('the reason of a failure is the message of $of', ({ fault, reason }) => {
	expect(reasonOf(fault)).toBe(reason);
});
