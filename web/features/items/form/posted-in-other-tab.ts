import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Category } from '#contract/catalogue/schemas.ts';
import type { ItemFields } from '#contract/items/schemas.ts';
import { type ItemFormValues, readFormValues, toFormValues, validateItem } from './field-values.ts';
import type { ListedPhoto } from './photo-list.ts';
import { hasSameFields } from './same-fields.ts';
import type { DraftControl } from './use-item-draft.ts';

/** An item that was posted from a draft. */
interface Posted {
	draftKey: string;
	/** Idempotency key of the post. */
	retryKey: string;
	fields: ItemFields;
	itemId: number;
}

/** Informs a form that another tab has posted its draft, or an item with its current content. */
export interface PostedInOtherTab {
	itemId: number;
	/** True if the form has no other content, so it is finished. Otherwise its content becomes a second item. */
	isSame: boolean;
}

interface OpenForm {
	form: RefObject<HTMLFormElement | null>;
	photos: readonly ListedPhoto[];
	categories: readonly Category[];
	draft: DraftControl;
	isSending: boolean;
	/** Cancels the form's running submit. */
	cancelSubmit: () => void;
	onPosted: ((posted: PostedInOtherTab) => void) | undefined;
}

/** One channel for sending and receiving, because a BroadcastChannel object does not receive its own messages. */
let channel: BroadcastChannel | undefined;

function getChannel(): BroadcastChannel {
	channel ??= new BroadcastChannel('posted');
	return channel;
}

/** Informs the other tabs of this browser about the post. */
export function broadcastPosted(posted: Posted): void {
	getChannel().postMessage(posted);
}

/** Reacts when another tab posts this form's draft, so that it is not posted twice and other content is not lost. */
export function usePostedInOtherTab(draftKey: string, form: OpenForm): void {
	const onPostedMessage = useEffectEvent((posted: Posted) => handlePosted(posted, form));

	useEffect(() => {
		const listening = new AbortController();
		const handleMessage = ({ data }: MessageEvent<Posted>) => {
			if (data.draftKey === draftKey) onPostedMessage(data);
		};
		getChannel().addEventListener('message', handleMessage, { signal: listening.signal });
		return () => listening.abort();
	}, [draftKey]);
}

/**
 * Handles the message that another tab has posted the draft. A form with the same content is finished. A form with
 * other content becomes a form for another item. Its content is stored as a new draft, because the other tab has
 * deleted the stored draft. Only if its content or its idempotency key is that of the post, the form is informed and its
 * running submit is cancelled.
 */
function handlePosted(posted: Posted, openForm: OpenForm) {
	const { form, photos, categories, draft, isSending, cancelSubmit, onPosted } = openForm;
	if (!form.current) return;
	const { savedFields, isTouched, hasOtherPhotos, retryKey } = draft.current();
	// During a submit the fields are disabled, and would be read as empty. The submit has saved them.
	const values = isSending ? savedFields : readFormValues(form.current);
	const isEmpty = photos.length === 0 && Object.values(values).every((text) => text === '');
	const isSameKey = retryKey === posted.retryKey;
	// An untouched form may show an earlier state of the posted draft, with fewer filled fields.
	const isSame = isTouched
		? !hasOtherPhotos && equalsPosted(values, posted.fields, categories)
		: isSameKey || isPartOfPosted(values, posted.fields, categories);
	if (isSame || isSameKey) {
		cancelSubmit();
		onPosted?.({ itemId: posted.itemId, isSame });
	}
	// If the form still has the idempotency key of the post, the new draft gets another one.
	if (!isSame && (isTouched || !isEmpty)) draft.saveAsNewDraft(values, posted.retryKey);
}

function equalsPosted(
	values: ItemFormValues,
	posted: ItemFields,
	categories: readonly Category[],
): boolean {
	const { fields } = validateItem('add', values, categories) as { fields?: ItemFields };
	return fields !== undefined && hasSameFields(fields, posted);
}

/** Whether all filled fields equal the posted ones. False if no field is filled: photos alone prove nothing. */
function isPartOfPosted(
	values: ItemFormValues,
	posted: ItemFields,
	categories: readonly Category[],
): boolean {
	const filled = Object.entries(values).filter(([, text]) => text !== '');
	const completed = { ...toFormValues(posted), ...Object.fromEntries(filled) };
	return filled.length > 0 && equalsPosted(completed, posted, categories);
}
