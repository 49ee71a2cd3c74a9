import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { goTo, renderComponent, renderPage } from '#tests/support/render-page.tsx';
import { dismissToast, toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

test('a toast that is sent before a server-rendered page is hydrated is shown without a hydration error', async () => {
	const container = document.createElement('div');
	container.innerHTML = renderToString(<Toaster />);
	document.body.append(container);
	const key = toast('Your session has ended.');
	const errors: unknown[] = [];

	const root = hydrateRoot(container, <Toaster />, {
		onRecoverableError: (error) => errors.push(error),
	});
	onTestFinished(() => {
		dismissToast(key);
		root.unmount();
		container.remove();
	});

	await expect.element(page.getByText('Your session has ended.')).toBeVisible();
	expect(errors).toEqual([]);
});

test('a toast leaves with its page; one with “Undo”, and one that was sent for the next page, stay there', async () => {
	await renderPage('/about');
	const shown = (text: string) => page.getByRole('status').getByText(text, { exact: true });
	toast('Copied.');
	toast('Removed.', { button: { label: 'Undo', onPress: vi.fn() } });
	await expect.element(shown('Copied.')).toBeVisible();
	goTo('/rules');
	await expect.element(shown('Copied.')).not.toBeInTheDocument();
	await expect.element(shown('Removed.')).toBeVisible();

	toast('Updated.', { isForNextPage: true });
	goTo('/about');
	await expect
		.element(page.getByRole('heading', { name: 'Rules', level: 1 }))
		.not.toBeInTheDocument();
	await expect.element(shown('Updated.')).toBeVisible();
	goTo('/rules');
	await expect.element(shown('Updated.')).not.toBeInTheDocument();
});

describe('Focus after a toast', () => {
	const undo = page.getByRole('button', { name: 'Undo' });
	const before = page.getByRole('button', { name: 'Remove' });

	/** Focuses the button of the page, then the button of a new toast. @returns the key of the toast */
	async function focusUndo(): Promise<number> {
		await renderComponent(<button type="button">Remove</button>);
		const key = toast('Removed.', { button: { label: 'Undo', onPress: vi.fn() } });
		onTestFinished(() => dismissToast(key));
		await expect.element(undo).toBeVisible();
		for (const button of [before, undo]) (button.element() as HTMLElement).focus();
		return key;
	}

	test('the focus returns to the page after a button is pressed in the toast, or when the focused toast disappears', async () => {
		await focusUndo();
		await page.getByRole('button', { name: 'Dismiss' }).click();
		await expect.element(undo).not.toBeInTheDocument();
		await expect.element(before).toHaveFocus();
		await cleanup();

		dismissToast(await focusUndo());
		await expect.element(undo).not.toBeInTheDocument();
		await expect.element(before).toHaveFocus();
	});
});

describe('Stack of toasts', () => {
	const shown = page.getByRole('status').getByRole('paragraph');
	const shownTexts = () => shown.elements().map(({ textContent }) => textContent);

	test('of several temporary toasts, the two newest are shown; one that is persistent or has a button stays until the user presses it', async () => {
		await renderComponent(null);
		for (const [options, end] of [
			[{ isPersistent: true }, 'Dismiss'],
			[{ button: { label: 'Undo', onPress: vi.fn() } }, 'Undo'],
		] as const) {
			toast('Removed.', options);
			for (const message of ['Saved.', 'Copied.', 'Sent.']) toast(message);
			await expect.poll(shownTexts).toEqual(['Removed.', 'Copied.', 'Sent.']);
			await page.getByRole('button', { name: end }).first().click();

			await expect.poll(shownTexts).toEqual(['Copied.', 'Sent.']);
		}
	});
});
