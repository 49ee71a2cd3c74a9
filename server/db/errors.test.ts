import { expect, test } from 'vitest';
import { reasonOf } from './errors.ts';

test.each([
	{ of: 'the message of an error', fault: new Error('no route'), reason: 'no route' },
	{
		of: 'the message of an error copied by the job queue',
		fault: { message: 'no route' },
		reason: 'no route',
	},
	{
		of: 'the first message when a connection was tried at several addresses',
		fault: new AggregateError([new Error('no route'), new Error('refused')]),
		reason: 'no route',
	},
	{ of: 'the thrown value itself when it is a text', fault: 'gone', reason: 'gone' },
])('reasonOf() returns $of', ({ fault, reason }) => {
	expect(reasonOf(fault)).toBe(reason);
});
