import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { goTo, renderApp } from '#tests/support/render-page.tsx';

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

function addCanonicalLink(): HTMLLinkElement {
	const link = document.createElement('link');
	link.rel = 'canonical';
	link.href = '/rules';
	document.head.append(link);
	onTestFinished(() => link.remove());
	return link;
}

test('the canonical address of the first page is gone on the next, so that Share sends the one on screen', async () => {
	const link = addCanonicalLink();
	await renderApp('/rules');
	await expect.element(heading('Rules')).toBeVisible();
	expect(link.isConnected).toBe(true);

	goTo('/about');

	await expect.poll(() => link.isConnected).toBe(false);
});
