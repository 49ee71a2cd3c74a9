import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderComponent } from '#tests/support/render-page.tsx';
import { dismissToast, type ToastOptions, toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

test('a message that comes before a server-rendered page is hydrated is shown, without a hydration error', async () => {
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

describe('the focus', () => {
	const undo = page.getByRole('button', { name: 'Undo' });
	const before = page.getByRole('button', { name: 'Remove' });

	/** Removes with the button of the page, and goes on to the one in the message. @returns the key of the message */
	async function focusUndo(): Promise<number> {
		await renderComponent(<button type="button">Remove</button>);
		const key = toast('Removed.', { button: { label: 'Undo', onPress: vi.fn() } });
		onTestFinished(() => dismissToast(key));
		await expect.element(undo).toBeVisible();
		for (const button of [before, undo]) (button.element() as HTMLElement).focus();
		return key;
	}

	test.each(['Undo', 'Dismiss'])('returns to the page after “%s”', async (name) => {
		await focusUndo();

		await page.getByRole('button', { name }).click();

		await expect.element(undo).not.toBeInTheDocument();
		await expect.element(before).toHaveFocus();
	});

	test('returns to the page when the message that has it goes away', async () => {
		const key = await focusUndo();

		dismissToast(key);

		await expect.element(undo).not.toBeInTheDocument();
		await expect.element(before).toHaveFocus();
	});

	test('is left to the next page when the link of a message is followed', async () => {
		await renderComponent(<button type="button">Remove</button>);
		const key = toast('Saved.', { action: { label: 'Saved searches', to: '/searches' } });
		onTestFinished(() => dismissToast(key));
		const link = page.getByRole('link', { name: 'Saved searches' });
		await expect.element(link).toBeVisible();
		for (const element of [before, link]) (element.element() as HTMLElement).focus();

		await link.click();

		await expect.element(link).not.toBeInTheDocument();
		await expect.element(before).not.toHaveFocus();
	});

	test('returns to the page after another window had it', async () => {
		await focusUndo();
		// As browsers do when their window has the focus again: the element has kept it.
		undo.element().dispatchEvent(new FocusEvent('focusin', { bubbles: true }));

		await undo.click();

		await expect.element(undo).not.toBeInTheDocument();
		await expect.element(before).toHaveFocus();
	});

	test('does not return to an element of an earlier visit', async () => {
		const key = await focusUndo();
		(document.activeElement as HTMLElement).blur();
		(undo.element() as HTMLElement).focus();

		dismissToast(key);

		await expect.element(undo).not.toBeInTheDocument();
		expect(document.activeElement).toBe(document.body);
	});

	test('is not moved when a message goes away that does not have it', async () => {
		const key = await focusUndo();
		(document.activeElement as HTMLElement).blur();

		dismissToast(key);

		await expect.element(undo).not.toBeInTheDocument();
		expect(document.activeElement).toBe(document.body);
	});
});

describe('a message', () => {
	const shown = page.getByRole('status').getByRole('paragraph');
	const shownTexts = () => shown.elements().map(({ textContent }) => textContent);
	const later = ['Saved.', 'Copied.', 'Sent.'];

	test('that disappears by itself gives way to the second message after it', async () => {
		await renderComponent(null);
		toast('Posted.');

		for (const message of later) toast(message);

		await expect.poll(shownTexts).toEqual(['Copied.', 'Sent.']);
	});

	test.each<{ kind: string; options: ToastOptions; end: string }>([
		{ kind: 'that stays', options: { isPersistent: true }, end: 'Dismiss' },
		{
			kind: 'with a button',
			options: { button: { label: 'Undo', onPress: vi.fn() } },
			end: 'Undo',
		},
	])(
		'$kind is still there after three later ones, until it is answered',
		async ({ options, end }) => {
			await renderComponent(null);
			toast('Removed.', options);

			for (const message of later) toast(message);
			await expect.poll(shownTexts).toEqual(['Removed.', 'Copied.', 'Sent.']);
			await page.getByRole('button', { name: end }).first().click();

			await expect.poll(shownTexts).toEqual(['Copied.', 'Sent.']);
		},
	);
});
