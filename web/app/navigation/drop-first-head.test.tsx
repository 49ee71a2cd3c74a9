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

/** The path that a browser's own share function sends: that of the canonical link, or else that of the page. */
function sharedPath(): string {
	const canonical = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]');
	return new URL(canonical?.href ?? window.location.href).pathname;
}

test('the browser’s share function gets the canonical URL of the first page and, after navigation, the URL of the current page', async () => {
	addCanonicalLink();
	await renderApp('/rules?from=mail');
	await expect.element(heading('Rules')).toBeVisible();
	expect(sharedPath()).toBe('/rules');

	goTo('/about');
	await expect.poll(sharedPath).toBe('/about');

	goTo('/privacy');
	await expect.element(heading('Privacy')).toBeVisible();
	expect(sharedPath()).toBe('/privacy');
});
