import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { goTo, renderApp } from '#tests/support/render-page.tsx';

const search = page.getByRole('combobox', { name: 'Search the market' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

test('a category link of a listing keeps the focus when it is pressed by keyboard', async () => {
	fakeListing();
	await renderApp('/category/All');
	const tabs = page.getByRole('navigation', { name: 'Choose a category' });
	const tab = tabs.getByRole('link', { name: 'PYQs' });

	(tab.element() as HTMLElement).focus();
	await userEvent.keyboard('{Enter}');

	await expect.element(heading('PYQs')).toBeVisible();
	await expect.element(tab).toHaveFocus();
});

test('a search from another page moves the focus to the heading of the results', async () => {
	fakeListing();
	await renderApp('/about');

	await search.fill('drafter');
	await userEvent.keyboard('{Enter}');

	await expect.element(page.getByRole('heading', { level: 1, name: /drafter/ })).toHaveFocus();
	expect(window.location.search).toBe('?q=drafter');
});

test('by keyboard, “Skip to content” leads to the main content without navigating, and the menu gives the focus back to its button', async () => {
	await renderApp('/about');
	const skip = page.getByRole('link', { name: 'Skip to content' });
	(skip.element() as HTMLElement).focus();
	await userEvent.keyboard('{Enter}');
	await expect.element(page.getByRole('main')).toHaveFocus();
	expect(window.location.pathname + window.location.hash).toBe('/about');
	// The link is not marked as loading either.
	await expect.element(skip).not.toHaveAttribute('data-followed');

	const button = page.getByRole('button', { name: 'Menu', exact: true });
	const menu = page.getByRole('dialog', { name: 'Menu' });
	(button.element() as HTMLElement).focus();
	await userEvent.keyboard('{Enter}');
	await expect.element(menu).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await expect.element(menu).not.toBeInTheDocument();
	await expect.element(button).toHaveFocus();
});

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
