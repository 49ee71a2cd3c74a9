import { useEffect, useRef } from 'react';
import { randomUuid } from '#web/lib/random-uuid.ts';
import type { TypedFields } from './check-item.ts';
import { type Draft, keepDraft } from './draft-store.ts';
import type { ListedPhoto } from './photo-list.ts';
import type { UploadStates } from './photo-uploads.ts';

/** Keeps what the form holds from its first change on, photos by themselves. */
export function useDraftKeeper(
	draftKey: string,
	{ retryKey: sentBefore, photos: initial }: Draft,
	photos: readonly ListedPhoto[],
	states: UploadStates,
) {
	const kept = useRef({ photos: initial, sent: '' });
	const retryKey = useRef(sentBefore);

	useEffect(() => {
		const sent = [...states].filter(([, { step }]) => step === 'ready').map(([key]) => key);
		const isKept = kept.current.photos === photos && kept.current.sent === sent.join();
		if (isKept) return;
		const wasTouched = kept.current.photos !== initial || photos !== initial;
		kept.current = { photos, sent: sent.join() };
		if (wasTouched)
			keepDraft(draftKey, 'photos', { photos: photos.map((photo) => withSent(photo, states)) });
	}, [draftKey, initial, photos, states]);

	function keepFields(fields: TypedFields) {
		keepDraft(draftKey, 'fields', { fields, retryKey: retryKey.current });
	}

	/** @returns the post's `retryKey` */
	function keepSent(fields: TypedFields): string {
		retryKey.current ??= randomUuid();
		keepFields(fields);
		return retryKey.current;
	}

	return { keepFields, keepSent };
}

function withSent(photo: ListedPhoto, states: UploadStates): ListedPhoto {
	const state = states.get(photo.key);
	return photo.kind === 'new' && state?.step === 'ready' ? { ...photo, sent: state.photo } : photo;
}
