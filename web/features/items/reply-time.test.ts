import { expect, test } from 'vitest';
import { replyTimeText } from './reply-time.ts';

test.each([
	[0, 'Usually answers within minutes'],
	[15, 'Usually answers within minutes'],
	[16, 'Usually answers within an hour'],
	[60, 'Usually answers within an hour'],
	[61, 'Usually answers within a few hours'],
	[360, 'Usually answers within a few hours'],
	[361, 'Usually answers within a day'],
	[1440, 'Usually answers within a day'],
	[1441, undefined],
	[null, undefined],
])('a median reply time of %s minutes is shown as: %s', (minutes, text) => {
	expect(replyTimeText(minutes)).toBe(text);
});
