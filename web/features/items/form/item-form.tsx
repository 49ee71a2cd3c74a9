import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { UploadProgress } from '#web/features/photos/upload-progress.tsx';
import { loginPath } from '#web/lib/paths.ts';
import { currentSession, useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Link } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Draft } from './draft-store.ts';
import { itemErrorMessage } from './item-error-message.ts';
import { ItemFields } from './item-fields.tsx';
import { isPhotoError } from './photo-error.ts';
import type { PhotoForm } from './photo-list.ts';
import { PhotoPanel } from './photo-panel.tsx';
import { sentFraction } from './photo-uploads.ts';
import { type PostedInOtherTab, usePostedInOtherTab } from './posted-in-other-tab.ts';
import type { Submission } from './queries.ts';
import { readFields } from './read-fields.ts';
import { hasPhotoError, isPaused } from './upload-errors.tsx';
import { useItemDraft } from './use-item-draft.ts';
import { usePhotoList } from './use-photo-list.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';
import { useSubmission } from './use-submission.ts';
import { type ItemField, validateItem } from './validate.ts';

interface ItemFormProps {
	form: PhotoForm;
	photosHeading: string;
	detailsHeading: string;
	submitLabel: string;
	/** Said to a person whose session is gone. */
	signInMessage: string;
	initial: Draft;
	/** What the form holds is kept under this name until it has arrived. */
	draftKey: string;
	isSending: boolean;
	/** Why the last submit did not arrive. */
	error: Error | null;
	/** Ends when the submit has arrived or failed. */
	onSubmit: (submission: Submission) => Promise<void>;
	/** Told where another tab has posted what this form began with, or holds. */
	onPosted?: (posted: PostedInOtherTab) => void;
	/** Other ways to leave the form. */
	children?: ReactNode;
}

/** The form for a new item and for an item's changes. Whatever comes of a submit, it keeps what it holds. */
export function ItemForm({ form, initial, isSending, onPosted, ...props }: ItemFormProps) {
	const detailsId = useId();
	const list = usePhotoList(form, initial.photos);
	const { uploads, states } = usePhotoUploads(list.photos);
	const fields = useFormErrors<ItemField>();
	const draft = useItemDraft(props.draftKey, initial, list.photos, states);
	const { pathname } = useLocation();
	const { start, stop, isWaiting } = useSubmission(notifyAfterLeave);
	const [signInError, setSignInError] = useState<string>();
	const message = signInError ?? submitErrorMessage(props.error, form);
	const isBusy = isSending || list.isResizing || list.rotatingKey !== undefined;
	useFocusOnError(fields.form, props.error);
	const held = { form: fields.form, photos: list.photos, draft, cancel: stop, onPosted };
	usePostedInOtherTab(props.draftKey, held);

	function notifyAfterLeave(error: Error) {
		const failure = itemErrorMessage(error, form);
		const action = { label: 'Back to the form', to: pathname };
		if (failure) toast(failure, { tone: 'bad', action });
	}

	function submit(formElement: HTMLFormElement) {
		const values = readFields(formElement);
		const result = validateItem(form, values);
		const { hasToken } = currentSession();
		// Who is signed out is asked to log in before the photos are looked at (spec 1 §5).
		const arePhotosValid = !hasToken || (list.check() && !hasPhotoError(states));
		fields.show(result.errors ?? []);
		// The photos stand above the fields.
		if (!arePhotosValid) focusPhotos(formElement);
		if (result.errors) return;
		draft.saveFields(values);
		setSignInError(hasToken ? undefined : props.signInMessage);
		if (!arePhotosValid || !hasToken) return;
		const payload = { fields: result.fields, photos: list.photos, uploads };
		start((retryOptions) =>
			props.onSubmit({ ...payload, retryKey: draft.saveSubmitted(values), retryOptions }),
		);
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (!isBusy) submit(event.currentTarget);
	}

	return (
		<form
			ref={fields.form}
			noValidate
			onSubmit={handleSubmit}
			onInput={(event) => draft.saveFields(readFields(event.currentTarget))}
			className="grid gap-8 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] wide:gap-12"
		>
			<fieldset disabled={isSending} className="min-w-0">
				<PhotoPanel
					form={form}
					heading={props.photosHeading}
					list={list}
					uploads={uploads}
					states={states}
					isLocked={isSending}
				/>
			</fieldset>
			<div className="grid min-w-0 content-start gap-6">
				<fieldset disabled={isSending} className="min-w-0">
					<section aria-labelledby={detailsId} className="grid gap-4">
						<h2 id={detailsId} className="flex min-h-11 items-center text-xl">
							{props.detailsHeading}
						</h2>
						<ItemFields initial={initial.fields} errors={fields.errors} />
					</section>
				</fieldset>
				{message && !isSending && <SubmitAlert message={message} pathname={pathname} />}
				{isSending && (
					<UploadProgress
						fraction={sentFraction(states)}
						isPaused={isWaiting || isPaused(states)}
						onCancel={stop}
					/>
				)}
				<div className="grid gap-2 tablet:flex tablet:flex-row-reverse tablet:justify-start">
					<Button type="submit" variant="main" busy={isBusy} className="tablet:min-w-44">
						{props.submitLabel}
					</Button>
					{props.children}
				</div>
			</div>
		</form>
	);
}

/** Why a submit did not arrive. Where the session has ended, the way back leads through the login page. */
function SubmitAlert({ message, pathname }: { message: string; pathname: string }) {
	const { hasToken } = useSession();
	return (
		<div>
			<FormAlert>{message}</FormAlert>
			{!hasToken && (
				<Link
					to={loginPath(pathname)}
					className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
				>
					Login
				</Link>
			)}
		</div>
	);
}

/** A photo's own fault stands on its tile, and goes with it. */
function submitErrorMessage(error: Error | null, form: PhotoForm): string | undefined {
	return isPhotoError(error) ? undefined : itemErrorMessage(error, form);
}

/** Leads to the photo on which a submit has failed. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>, error: Error | null): void {
	useEffect(() => {
		if (isPhotoError(error) && form.current) focusPhotos(form.current);
	}, [form, error]);
}

/** A photo's message stands on its tile or at the picker, far from the button on a phone. */
function focusPhotos(form: HTMLFormElement): void {
	const tile = form.querySelector<HTMLElement>(
		'[data-photo]:has([data-fault]) [data-action=remove]',
	);
	(tile ?? form.querySelector<HTMLElement>('input[type=file]'))?.focus();
}
