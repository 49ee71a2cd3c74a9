import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderComponent } from '#tests/support/render-page.tsx';
import { TimeAgo } from './time-ago.tsx';

test('a relative time shows the exact time on hover and to screen readers', async () => {
	await renderComponent(<TimeAgo iso="2026-02-03T04:05:06.000Z" />);

	const time = page.getByRole('time');

	const exact = /\d{1,2} \w+ \d{4} at \d{1,2}:\d{2}/;
	await expect.element(time).toHaveAttribute('title', expect.stringMatching(exact));
	await expect.element(time).toMatchTextContent(exact);
});
