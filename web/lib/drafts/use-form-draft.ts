import { useState } from 'react';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { useSession } from '#web/lib/session/session.ts';
import { withDraftStore } from './database.ts';

/** What a user has typed into a form and not sent, stored in this browser. `DraftedFields` stores and restores it. */
export interface FormDraft {
	/** Undefined for a visitor: nothing is stored, because the browser cannot tell one visitor from the next. */
	storageKey: string | undefined;
	/** Changes when another user logs in while the form is open. */
	ownerNumber: number;
	erase: () => void;
	/** Erases the draft when the form is sent, also if the page was left by then. */
	eraseOnceSent: (sending: Promise<unknown>) => void;
}

/**
 * The draft of a form. After the end of a session it still belongs to the user who typed it.
 * @param name names the form and its subject, such as `reports/item/12`; each name has its own draft
 */
export function useFormDraft(name: string): FormDraft {
	const { userId } = useSession();
	const [owner, setOwner] = useState({ id: userId, number: 0 });
	if (userId !== undefined && userId !== owner.id)
		setOwner({ id: userId, number: owner.id === undefined ? owner.number : owner.number + 1 });
	// The user's id comes first: by it, `erase.ts` recognizes the data of other users.
	const storageKey = owner.id === undefined ? undefined : `${owner.id}/form/${name}`;

	const erase = () => eraseFormDraft(storageKey);
	return {
		storageKey,
		ownerNumber: owner.number,
		erase,
		eraseOnceSent: (sending) => void sending.then(erase, () => undefined),
	};
}

/** The values of the fields by their names; undefined without a draft. */
export async function readFormDraft(
	storageKey: string | undefined,
): Promise<URLSearchParams | undefined> {
	if (storageKey === undefined) return undefined;
	const stored = await withDraftStore<string | undefined>('readonly', (store) =>
		store.get(storageKey),
	);
	return stored === undefined ? undefined : new URLSearchParams(stored);
}

/** Stores a draft. Does nothing once the draft's user has logged out: another person may be typing now. */
export function saveFormDraft(storageKey: string | undefined, values: URLSearchParams): void {
	if (!storageKey?.startsWith(`${readCredentials()?.userId}/`)) return;
	void withDraftStore('readwrite', (store) => store.put(values.toString(), storageKey));
}

function eraseFormDraft(storageKey: string | undefined): void {
	if (storageKey === undefined) return;
	void withDraftStore('readwrite', (store) => store.delete(storageKey));
}
