import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderComponent } from '#tests/support/render-page.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { TimeAgo } from './time-ago.tsx';

const time = page.getByRole('time');
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('a relative time shows the exact time on hover and to screen readers', async () => {
	await renderComponent(<TimeAgo iso="2026-02-03T04:05:06.000Z" />);

	const exact = /\d{1,2} \w+ \d{4} at \d{1,2}:\d{2}/;
	await expect.element(time).toHaveAttribute('title', expect.stringMatching(exact));
	await expect.element(time).toMatchTextContent(exact);
});

test('relative times are updated every minute', async () => {
	vi.useFakeTimers();
	const times = [minutesAgo(0), minutesAgo(59)];
	await renderComponent(times.map((iso) => <TimeAgo key={iso} iso={iso} />));
	await expect.element(time.first()).toMatchTextContent(/^just now/);

	await vi.advanceTimersByTimeAsync(60_000);

	await expect.element(time.first()).toMatchTextContent(/^1 minute ago/);
	await expect.element(time.last()).toMatchTextContent(/^1 hour ago/);
});

test('a page that the server rendered yesterday shows the correct relative time after hydration', async () => {
	const iso = minutesAgo(24 * 60);
	const exact = formatMoment(iso);
	const container = document.body.appendChild(document.createElement('div'));
	container.innerHTML = `<time datetime="${iso}" title="${exact}">just now<span class="sr-only">, <!-- -->${exact}</span></time>`;

	const root = hydrateRoot(
		container,
		<StrictMode>
			<TimeAgo iso={iso} />
		</StrictMode>,
	);
	onTestFinished(() => {
		root.unmount();
		container.remove();
	});

	await expect.element(time).toMatchTextContent(/^yesterday/);
});
