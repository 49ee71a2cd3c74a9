import { useState } from 'react';
import { useLocation } from 'react-router';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { toast } from '#web/ui/toast.ts';
import type { Draft } from './draft-store.ts';
import { type FormFieldName, readFormValues, validateItem } from './field-values.ts';
import { focusPhotos, useFocusOnPhotoError } from './focus-failed-photo.ts';
import { itemErrorMessage } from './item-error-message.ts';
import { isPhotoError } from './photo-error.ts';
import type { ItemFormKind } from './photo-list.ts';
import { type PostedInOtherTab, usePostedInOtherTab } from './posted-in-other-tab.ts';
import type { Submission } from './queries.ts';
import { hasPhotoError } from './upload-errors.tsx';
import { useItemDraft } from './use-item-draft.ts';
import { usePhotoList } from './use-photo-list.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';
import { useServerErrors } from './use-server-errors.ts';
import { useSubmission } from './use-submission.ts';

export interface ItemFormOptions {
	form: ItemFormKind;
	/** Shown if the user's session has ended. */
	signInMessage: string;
	initial: Draft;
	/** The form's content is stored under this key until it is saved on the server. */
	draftKey: string;
	isSending: boolean;
	/** Why the last submit failed. */
	error: Error | null;
	/** Settles when the submit has succeeded or failed. */
	onSubmit: (submission: Submission) => Promise<void>;
	/** Called when another tab has posted the draft that this form started from, or the current content of this form. */
	onPosted?: (posted: PostedInOtherTab) => void;
}

/** Photos, fields, draft and submit of an item form. */
export function useItemForm({ form, initial, isSending, onPosted, ...props }: ItemFormOptions) {
	const list = usePhotoList(form, initial.photos);
	const { uploads, states } = usePhotoUploads(list.photos);
	const fields = useFormErrors<FormFieldName>();
	const draft = useItemDraft(props.draftKey, initial, list.photos, states);
	const { pathname } = useLocation();
	const { start, stop } = useSubmission(notifyAfterLeave);
	const [signInError, setSignInError] = useState<string>();
	const areErrorsAtControls = useServerErrors(fields, props.error);
	const message =
		signInError ?? (areErrorsAtControls ? undefined : submitErrorMessage(props.error, form));
	const isBusy = isSending || list.isResizing || list.rotatingKey !== undefined;
	useFocusOnPhotoError(fields.form, props.error);
	const categories = useCategories();
	const openForm = { form: fields.form, photos: list.photos, categories, draft, isSending };
	usePostedInOtherTab(props.draftKey, { ...openForm, cancelSubmit: stop, onPosted });

	function notifyAfterLeave(error: Error) {
		const failure = itemErrorMessage(error, form);
		const action = { label: 'Back to the form', to: pathname };
		if (failure) toast(failure, { tone: 'bad', action });
	}

	function submit(formElement: HTMLFormElement) {
		const values = readFormValues(formElement);
		const result = validateItem(form, values, categories);
		const { hasToken } = currentSession();
		// A signed-out user is asked to log in before the photos are checked.
		const arePhotosValid = !hasToken || (list.check() && !hasPhotoError(states));
		fields.showErrors(result.errors ?? []);
		// Photos are above the fields, so a photo error takes the focus from the field that `showErrors` has focused.
		if (!arePhotosValid) focusPhotos(formElement);
		if (result.errors) return;
		draft.saveFields(values);
		setSignInError(hasToken ? undefined : props.signInMessage);
		if (!arePhotosValid || !hasToken) return;
		const payload = { fields: result.fields, photos: list.photos, uploads };
		// Both return the idempotency key with which the submit is sent.
		const { saveSubmitted, renewKey } = draft;
		start((control) =>
			props.onSubmit({ ...payload, key: saveSubmitted(values, result.fields), renewKey, control }),
		);
	}

	return {
		fields,
		list,
		uploads,
		states,
		message,
		pathname,
		isBusy,
		submit(formElement: HTMLFormElement) {
			if (!isBusy) submit(formElement);
		},
		saveFields(formElement: HTMLFormElement) {
			draft.saveFields(readFormValues(formElement));
		},
	};
}

/** The error of a single photo is shown on its tile instead. */
function submitErrorMessage(error: Error | null, form: ItemFormKind): string | undefined {
	return isPhotoError(error) ? undefined : itemErrorMessage(error, form);
}
