import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { checkSession } from '#contract/auth/endpoints.ts';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { clearCredentials } from '#web/lib/session/credentials.ts';
import { STUDENT } from './account-replies.ts';
import { fakeApi } from './fake-api.ts';
import { renderPage } from './render-page.tsx';

/** Somebody else who uses the same device. */
export const OTHER_STUDENT: OwnAccount = { ...STUDENT, id: 77, userName: 'Kavya' };

/** The note above a form that is filled from a draft. */
export const draftNote = page.getByText('This is what you had not sent yet.');

/** Discards what is filled in, and confirms it. */
export async function startOver(): Promise<void> {
	await page.getByRole('button', { name: 'Start over' }).click();
	await page.getByRole('button', { name: 'Delete it' }).click();
}

/** The keys of what was typed into forms and not sent, on this device. */
export async function formDraftKeys(): Promise<string[]> {
	const keys = await withDraftStore('readonly', (store) => store.getAllKeys());
	return (keys ?? []).map(String).filter((key) => key.includes('/form/'));
}

/** Ends the session as the server does, and opens the page again after logging in as somebody. */
export async function logInAgain(path: string, as: OwnAccount = STUDENT): Promise<void> {
	clearCredentials();
	await cleanup();
	fakeApi.answer(checkSession, { user: as });
	await renderPage(path, { as });
}
