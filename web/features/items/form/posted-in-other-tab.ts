import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { ItemFields } from '#contract/items/items.ts';
import type { ListedPhoto } from './photo-list.ts';
import { readFields } from './read-fields.ts';
import type { DraftKeeper } from './use-draft.ts';
import { checkItem, type TypedFields } from './validate.ts';

/** A listing that was posted from a draft. */
interface Posted {
	draftKey: string;
	/** Named the post. */
	retryKey: string;
	fields: ItemFields;
	itemId: number;
}

/** What a form is told of a post that another tab has made of the draft they share. */
export interface PostedElsewhere {
	itemId: number;
	/** The form holds nothing else: it is over. Otherwise what it holds is another listing from here on. */
	isSame: boolean;
}

interface OpenForm {
	form: RefObject<HTMLFormElement | null>;
	photos: readonly ListedPhoto[];
	keeper: DraftKeeper;
	/** Stops what is on its way from it. */
	stop: () => void;
	onPosted: ((posted: PostedElsewhere) => void) | undefined;
}

/** One to tell and to hear by: a page does not hear itself. */
let channel: BroadcastChannel | undefined;

function opened(): BroadcastChannel {
	channel ??= new BroadcastChannel('posted');
	return channel;
}

/** Tells the other tabs of this browser. */
export function tellPosted(posted: Posted): void {
	opened().postMessage(posted);
}

/** Hears when another tab has posted from a form's draft: nothing is posted twice from it, and nothing written over. */
export function usePostedElsewhere(draftKey: string, form: OpenForm): void {
	const hear = useEffectEvent((posted: Posted) => meetPosted(posted, form));

	useEffect(() => {
		const stop = new AbortController();
		const take = ({ data }: MessageEvent<Posted>) => {
			if (data.draftKey === draftKey) hear(data);
		};
		opened().addEventListener('message', take, { signal: stop.signal });
		return () => stop.abort();
	}, [draftKey]);
}

/**
 * A form that holds something else is a listing of its own, as the draft is in each tab that goes on with it: whether it was
 * typed here or read, the stored draft is the posted one's by now, and what this form holds is nowhere else.
 */
function meetPosted(posted: Posted, { form, photos, keeper, stop, onPosted }: OpenForm) {
	if (!form.current) return;
	const typed = readFields(form.current);
	const { isTouched, hasOtherPhotos, retryKey } = keeper.current();
	const isEmpty = photos.length === 0 && Object.values(typed).every((text) => text === '');
	const isShared = retryKey === posted.retryKey;
	const isSame = isTouched
		? !hasOtherPhotos && isAsPosted(typed, posted.fields)
		: isShared || isPartOfPosted(typed, posted.fields);
	if (isSame || isShared) {
		stop();
		onPosted?.({ itemId: posted.itemId, isSame });
	}
	if (!isSame && (isTouched || !isEmpty)) keeper.keepApart(typed, posted.retryKey);
}

function isAsPosted(typed: TypedFields, posted: ItemFields): boolean {
	const { fields } = checkItem('add', typed) as { fields?: ItemFields };
	const names = Object.keys(posted) as (keyof ItemFields)[];
	return fields !== undefined && names.every((name) => fields[name] === posted[name]);
}

/** Some of the posted words and no others; photos alone say nothing about whose they are. */
function isPartOfPosted(typed: TypedFields, posted: ItemFields): boolean {
	const filled = Object.entries(typed).filter(([, text]) => text !== '');
	const whole = { ...posted, price: String(posted.price), ...Object.fromEntries(filled) };
	return filled.length > 0 && isAsPosted(whole, posted);
}
