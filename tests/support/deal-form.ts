import { page } from 'vitest/browser';
import { STUDENT } from './account-replies.ts';
import { dealButton, fakeDeal } from './fake-deal.ts';
import { renderPage } from './render-page.tsx';

export const dealDialog = page.getByRole('dialog');
export const dealConfirmation = page.getByRole('alertdialog');
export const dialogButton = (name: string) => dealDialog.getByRole('button', { name, exact: true });

/** Shows the chat of a deal and opens the form behind the button with this label. */
export async function openForm(deal: Parameters<typeof fakeDeal>[0], label: string, width = 390) {
	const fake = fakeDeal(deal);
	await renderPage(fake.path, { as: STUDENT, width });
	await dealButton(label).click();
	return fake;
}
