import { useEffect, useRef } from 'react';
import type { ItemFields } from '#contract/items/schemas.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { type Draft, saveDraft } from './draft-store.ts';
import type { ItemFormValues } from './field-values.ts';
import type { ListedPhoto } from './photo-list.ts';
import type { UploadStates } from './photo-uploads.ts';
import { hasSameFields } from './same-fields.ts';

interface CurrentDraft {
	/** The fields as last saved; before the first save, the initial fields. */
	savedFields: ItemFormValues;
	retryKey: string | undefined;
	/** Anything has changed since the form was opened. */
	isTouched: boolean;
	/** The photos have changed since the form was opened. */
	hasOtherPhotos: boolean;
}

/**
 * The idempotency key of a submit: a request repeated after a lost response returns the item that the first request
 * created.
 */
export interface SubmitKey {
	value: string;
	/** When an earlier submit was sent with this key; undefined for a new key. A visit begins when the form is opened. */
	sentBefore: 'on this visit' | 'on an earlier visit' | undefined;
	/**
	 * The fields of each submit on this visit, including this submit. If the first submit on this visit has repeated the
	 * fields of an earlier visit, the submits of earlier visits are included.
	 */
	submitted: readonly ItemFields[];
}

const NOTHING_SUBMITTED: readonly ItemFields[] = [];

export interface DraftControl {
	saveFields: (fields: ItemFormValues) => void;
	/** Stores the values and the fields of a submit; returns its key, which is new if the draft has none yet. */
	saveSubmitted: (values: ItemFormValues, fields: ItemFields) => SubmitKey;
	/** Replaces the key of the submitted form by a new one. */
	renewKey: () => SubmitKey;
	/**
	 * Stores the form's content as a new draft, after another tab has posted the old draft under `postedKey` and deleted
	 * it.
	 */
	saveAsNewDraft: (fields: ItemFormValues, postedKey: string) => void;
	current: () => CurrentDraft;
}

/**
 * Keeps the draft of a form. Nothing is stored before its first change; then this hook stores the photos by itself, and
 * the fields when `saveFields` is called. Also holds the idempotency key (`retryKey`) of the form.
 */
export function useItemDraft(
	draftKey: string,
	{
		fields: initialFields,
		retryKey: initialRetryKey,
		submitted: submittedEarlier = NOTHING_SUBMITTED,
		photos: initialPhotos,
		baseFields,
		basePaths,
		version,
	}: Draft,
	photos: readonly ListedPhoto[],
	states: UploadStates,
): DraftControl {
	/** The photos as last saved, and the keys of those that were uploaded by then. */
	const saved = useRef({ photos: initialPhotos, sentKeys: '' });
	const savedFields = useRef(initialFields);
	const retryKey = useRef(initialRetryKey);
	const submitted = useRef(submittedEarlier);
	const isTouched = useRef(false);

	useEffect(() => {
		const sentKeys = [...states].filter(([, { step }]) => step === 'ready').map(([key]) => key);
		const isSaved = saved.current.photos === photos && saved.current.sentKeys === sentKeys.join();
		if (isSaved) return;
		const hasChanged = saved.current.photos !== initialPhotos || photos !== initialPhotos;
		saved.current = { photos, sentKeys: sentKeys.join() };
		if (!hasChanged) return;
		isTouched.current = true;
		savePhotos(draftKey, { photos, basePaths }, states);
	}, [draftKey, initialPhotos, basePaths, photos, states]);

	function saveFields(fields: ItemFormValues) {
		isTouched.current = true;
		savedFields.current = fields;
		saveDraft(draftKey, 'fields', {
			fields,
			retryKey: retryKey.current,
			submitted: submitted.current,
			baseFields,
			version,
		});
	}

	function whenSent(): SubmitKey['sentBefore'] {
		if (retryKey.current === undefined) return undefined;
		return retryKey.current === initialRetryKey ? 'on an earlier visit' : 'on this visit';
	}

	function saveSubmitted(values: ItemFormValues, fields: ItemFields): SubmitKey {
		const isFirst = submitted.current === submittedEarlier;
		const repeatsEarlier = submittedEarlier.some((earlier) => hasSameFields(earlier, fields));
		submitted.current = isFirst && !repeatsEarlier ? [fields] : [...submitted.current, fields];
		return saveWithKey(values);
	}

	function saveWithKey(values: ItemFormValues): SubmitKey {
		const sentBefore = whenSent();
		retryKey.current ??= randomUuid();
		saveFields(values);
		return { value: retryKey.current, sentBefore, submitted: submitted.current };
	}

	function renewKey(): SubmitKey {
		retryKey.current = undefined;
		return saveWithKey(savedFields.current);
	}

	function saveAsNewDraft(fields: ItemFormValues, postedKey: string) {
		if (retryKey.current === postedKey) retryKey.current = undefined;
		saveFields(fields);
		savePhotos(draftKey, { photos, basePaths }, states);
	}

	return {
		saveFields,
		saveSubmitted,
		renewKey,
		saveAsNewDraft,
		current: () => ({
			savedFields: savedFields.current,
			retryKey: retryKey.current,
			isTouched: isTouched.current,
			hasOtherPhotos: photos !== initialPhotos,
		}),
	};
}

function savePhotos(
	draftKey: string,
	{ photos, basePaths }: Pick<Draft, 'photos' | 'basePaths'>,
	states: UploadStates,
): void {
	const photosToStore = photos.map((photo) => withSentPhoto(photo, states));
	saveDraft(draftKey, 'photos', { photos: photosToStore, basePaths });
}

function withSentPhoto(photo: ListedPhoto, states: UploadStates): ListedPhoto {
	const state = states.get(photo.key);
	return photo.kind === 'new' && state?.step === 'ready' ? { ...photo, sent: state.photo } : photo;
}
