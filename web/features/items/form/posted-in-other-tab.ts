import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { ItemFields } from '#contract/items/items.ts';
import type { ListedPhoto } from './photo-list.ts';
import { readFields } from './read-fields.ts';
import type { DraftControl } from './use-item-draft.ts';
import { type ItemFormValues, validateItem } from './validate.ts';

/** A listing that was posted from a draft. */
interface Posted {
	draftKey: string;
	/** Named the post. */
	retryKey: string;
	fields: ItemFields;
	itemId: number;
}

/** What a form is told of a post that another tab has made of the draft they share. */
export interface PostedInOtherTab {
	itemId: number;
	/** The form holds nothing else: it is over. Otherwise what it holds is another listing from here on. */
	isSame: boolean;
}

interface OpenForm {
	form: RefObject<HTMLFormElement | null>;
	photos: readonly ListedPhoto[];
	draft: DraftControl;
	/** Stops what is on its way from it. */
	cancel: () => void;
	onPosted: ((posted: PostedInOtherTab) => void) | undefined;
}

/** One to tell and to hear by: a page does not hear itself. */
let channel: BroadcastChannel | undefined;

function getChannel(): BroadcastChannel {
	channel ??= new BroadcastChannel('posted');
	return channel;
}

/** Tells the other tabs of this browser. */
export function broadcastPosted(posted: Posted): void {
	getChannel().postMessage(posted);
}

/** Hears when another tab has posted from a form's draft: nothing is posted twice from it, and nothing written over. */
export function usePostedInOtherTab(draftKey: string, form: OpenForm): void {
	const onPostedMessage = useEffectEvent((posted: Posted) => handlePosted(posted, form));

	useEffect(() => {
		const cancel = new AbortController();
		const handleMessage = ({ data }: MessageEvent<Posted>) => {
			if (data.draftKey === draftKey) onPostedMessage(data);
		};
		getChannel().addEventListener('message', handleMessage, { signal: cancel.signal });
		return () => cancel.abort();
	}, [draftKey]);
}

/**
 * A form that holds something else is a listing of its own, as the draft is in each tab that goes on with it: whether it was
 * typed here or read, the stored draft is the posted one's by now, and what this form holds is nowhere else.
 */
function handlePosted(posted: Posted, { form, photos, draft, cancel, onPosted }: OpenForm) {
	if (!form.current) return;
	const values = readFields(form.current);
	const { isTouched, hasOtherPhotos, retryKey } = draft.current();
	const isEmpty = photos.length === 0 && Object.values(values).every((text) => text === '');
	const isShared = retryKey === posted.retryKey;
	const isSame = isTouched
		? !hasOtherPhotos && equalsPosted(values, posted.fields)
		: isShared || isPartOfPosted(values, posted.fields);
	if (isSame || isShared) {
		cancel();
		onPosted?.({ itemId: posted.itemId, isSame });
	}
	if (!isSame && (isTouched || !isEmpty)) draft.saveAsNewDraft(values, posted.retryKey);
}

function equalsPosted(values: ItemFormValues, posted: ItemFields): boolean {
	const { fields } = validateItem('add', values) as { fields?: ItemFields };
	const names = Object.keys(posted) as (keyof ItemFields)[];
	return fields !== undefined && names.every((name) => fields[name] === posted[name]);
}

/** Some of the posted words and no others; photos alone say nothing about whose they are. */
function isPartOfPosted(values: ItemFormValues, posted: ItemFields): boolean {
	const filled = Object.entries(values).filter(([, text]) => text !== '');
	const completed = { ...posted, price: String(posted.price), ...Object.fromEntries(filled) };
	return filled.length > 0 && equalsPosted(completed, posted);
}
