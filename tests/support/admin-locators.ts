import type { Locator } from 'vitest/browser';
import { page, userEvent } from 'vitest/browser';

/* Locators of the back-office's pages: rows of a list, panels, dialogs. */
export const rowOf = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
export const panelOf = (name: string | RegExp): Locator =>
	page.getByRole('dialog', typeof name === 'string' ? { name, exact: true } : { name });
export const button = (name: string, within: Pick<Locator, 'getByRole'> = page): Locator =>
	within.getByRole('button', { name, exact: true });
export const selection: Locator = page.getByRole('region', { name: 'Selection' });
export const alert: Locator = page.getByRole('alert');
export const question: Locator = page.getByRole('alertdialog');

/** An element with exactly this text. */
export const text = (words: string, within: Pick<Locator, 'getByText'> = page): Locator =>
	within.getByText(words, { exact: true });

/** Presses an action of the menu behind a row's '…'. */
export async function pressInMenu(action: string, name: string): Promise<void> {
	await button(`More for ${name}`).click();
	await button(`${action} ${name}`).click();
}

/** Answers the open question with the button of this name. */
export async function answerQuestion(label: string): Promise<void> {
	await button(label, question).click();
}

/** Clicks beside a dialog, on its backdrop. */
export async function clickBackdrop(dialog: Locator): Promise<void> {
	await dialog.click({ position: { x: -200, y: 5 }, force: true });
}

/** Presses keys one after the other; `{r>2}` holds one. */
export const press = (...keys: readonly string[]): Promise<void> =>
	userEvent.keyboard(keys.join(''));

/** Focuses a control and presses a key on it. */
export async function pressByKeyboard(control: Locator, key = '{Enter}'): Promise<void> {
	(control.element() as HTMLElement).focus();
	await userEvent.keyboard(key);
}
