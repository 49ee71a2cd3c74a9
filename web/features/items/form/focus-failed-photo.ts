import { type RefObject, useEffect } from 'react';
import { isPhotoError } from './photo-error.ts';

/** Focuses the photo that made a submit fail. */
export function useFocusOnPhotoError(
	form: RefObject<HTMLFormElement | null>,
	error: Error | null,
): void {
	useEffect(() => {
		if (isPhotoError(error) && form.current) focusPhotos(form.current);
	}, [form, error]);
}

/** Focuses the failed photo's tile, otherwise the picker, because on a phone the error may be off-screen. */
export function focusPhotos(form: HTMLFormElement): void {
	const tile = form.querySelector<HTMLElement>(
		'[data-photo]:has([data-fault]) [data-action=remove]',
	);
	(tile ?? form.querySelector<HTMLElement>('input[type=file]'))?.focus();
}
