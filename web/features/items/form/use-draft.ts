import { useEffect, useRef } from 'react';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { type Draft, keepDraft } from './draft-store.ts';
import type { ListedPhoto } from './photo-list.ts';
import type { UploadStates } from './photo-uploads.ts';
import type { TypedFields } from './validate.ts';

export interface DraftKeeper {
	keepFields: (fields: TypedFields) => void;
	/** @returns the post's `retryKey` */
	keepSent: (fields: TypedFields) => string;
	/** What was kept is posted under that name from another tab, and dropped: what the form holds is kept as another draft. */
	keepApart: (fields: TypedFields, postedKey: string) => void;
	/** `isTouched`: something was changed since the form was opened; `hasOtherPhotos`: its photos were. */
	current: () => { retryKey: string | undefined; isTouched: boolean; hasOtherPhotos: boolean };
}

/** Keeps what the form holds from its first change on, photos by themselves, and knows under which name it was sent. */
export function useDraftKeeper(
	draftKey: string,
	{ retryKey: sentBefore, photos: initial }: Draft,
	photos: readonly ListedPhoto[],
	states: UploadStates,
): DraftKeeper {
	const kept = useRef({ photos: initial, sent: '' });
	const retryKey = useRef(sentBefore);
	const isTouched = useRef(false);

	useEffect(() => {
		const sent = [...states].filter(([, { step }]) => step === 'ready').map(([key]) => key);
		const isKept = kept.current.photos === photos && kept.current.sent === sent.join();
		if (isKept) return;
		const wasTouched = kept.current.photos !== initial || photos !== initial;
		kept.current = { photos, sent: sent.join() };
		if (!wasTouched) return;
		isTouched.current = true;
		keepPhotos(draftKey, photos, states);
	}, [draftKey, initial, photos, states]);

	function keepFields(fields: TypedFields) {
		isTouched.current = true;
		keepDraft(draftKey, 'fields', { fields, retryKey: retryKey.current });
	}

	function keepSent(fields: TypedFields): string {
		retryKey.current ??= randomUuid();
		keepFields(fields);
		return retryKey.current;
	}

	function keepApart(fields: TypedFields, postedKey: string) {
		if (retryKey.current === postedKey) retryKey.current = undefined;
		keepFields(fields);
		keepPhotos(draftKey, photos, states);
	}

	return {
		keepFields,
		keepSent,
		keepApart,
		current: () => ({
			retryKey: retryKey.current,
			isTouched: isTouched.current,
			hasOtherPhotos: photos !== initial,
		}),
	};
}

function keepPhotos(draftKey: string, photos: readonly ListedPhoto[], states: UploadStates): void {
	keepDraft(draftKey, 'photos', { photos: photos.map((photo) => withSent(photo, states)) });
}

function withSent(photo: ListedPhoto, states: UploadStates): ListedPhoto {
	const state = states.get(photo.key);
	return photo.kind === 'new' && state?.step === 'ready' ? { ...photo, sent: state.photo } : photo;
}
