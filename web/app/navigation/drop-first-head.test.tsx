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

/** The address that a browser's own Share sends: the canonical one, or else that of the page. */
function sharedPath(): string {
	const canonical = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]');
	return new URL(canonical?.href ?? window.location.href).pathname;
}

test("the browser's own Share sends the canonical address of the first page, and then that of the page on screen", async () => {
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
