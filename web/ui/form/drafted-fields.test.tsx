import type { ReactNode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { STUDENT } from '#tests/support/account-replies.ts';
import { draftNote, formDraftKeys } from '#tests/support/form-drafts.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { withDraftStore } from '#web/lib/drafts/database.ts';
import { currentDraftDatabase, DRAFT_STORE } from '#web/lib/drafts/drafts.ts';
import { useFormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { DraftedFields } from './drafted-fields.tsx';

const KEY = `${STUDENT.id}/form/letter`;
const field = page.getByRole('textbox', { name: 'Letter' });

interface LetterProps {
	/** Text that the user typed before the script of the page had loaded. */
	early?: string;
	/** Further fields. */
	children?: ReactNode;
}

function Letter({ early, children }: LetterProps) {
	const draft = useFormDraft('letter');
	return (
		<DraftedFields draft={draft} isLocked={false}>
			{(typed) => (
				<>
					<TextArea
						ref={(element) => {
							if (element && early) element.value = early;
						}}
						name="text"
						aria-label="Letter"
						defaultValue={typed.get('text') ?? ''}
					/>
					{children}
				</>
			)}
		</DraftedFields>
	);
}

async function storeDraft(): Promise<void> {
	await withDraftStore('readwrite', (store) => store.put('text=Dear+Meera', KEY));
}

/** Blocks all reads and writes of drafts with an open transaction; returns a function that ends it. */
function holdDrafts(): () => void {
	let isHeld = true;
	const transaction = currentDraftDatabase()?.transaction(DRAFT_STORE, 'readwrite');
	const askAgain = () => {
		const request = isHeld && transaction?.objectStore(DRAFT_STORE).count();
		if (request) request.onsuccess = askAgain;
	};
	askAgain();
	return () => {
		isHeld = false;
	};
}

test('text that the user types before the stored draft is read is not replaced by the draft', async () => {
	await storeDraft();
	const release = holdDrafts();
	onTestFinished(release);
	await renderComponent(<Letter />, { as: STUDENT });
	await field.fill('Dear Ravi');

	release();

	expect(await formDraftKeys()).toEqual([KEY]);
	await expect.element(field).toHaveValue('Dear Ravi');
	await expect.element(draftNote).not.toBeInTheDocument();
});

test('text typed before the script of the page has loaded is not replaced by the stored draft', async () => {
	await storeDraft();
	const release = holdDrafts();
	onTestFinished(release);
	await renderComponent(<Letter early="Dear Ravi" />, { as: STUDENT });
	await expect.element(field).toBeVisible();

	release();

	expect(await formDraftKeys()).toEqual([KEY]);
	await expect.element(field).toHaveValue('Dear Ravi');
	await expect.element(draftNote).not.toBeInTheDocument();
});

test('a stored draft equal to the form’s initial values shows no draft notice', async () => {
	await withDraftStore('readwrite', (store) => store.put('text=', KEY));
	const release = holdDrafts();
	onTestFinished(release);
	await renderComponent(<Letter />, { as: STUDENT });
	await expect.element(field).toBeVisible();

	release();

	expect(await formDraftKeys()).toEqual([KEY]);
	await expect.element(draftNote).not.toBeInTheDocument();
});
