import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { UploadProgress } from '#web/features/photos/upload-progress.tsx';
import { loginPath } from '#web/lib/paths.ts';
import { currentSession, useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Link } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Draft } from './draft-store.ts';
import { type FormFieldName, readFormValues, validateItem } from './field-values.ts';
import { itemErrorMessage } from './item-error-message.ts';
import { ItemFields } from './item-fields.tsx';
import { isPhotoError } from './photo-error.ts';
import type { PhotoForm } from './photo-list.ts';
import { PhotoPanel } from './photo-panel.tsx';
import { sentFraction } from './photo-uploads.ts';
import { type PostedInOtherTab, usePostedInOtherTab } from './posted-in-other-tab.ts';
import type { Submission } from './queries.ts';
import { useServerErrors } from './server-errors.ts';
import { hasPhotoError, isPaused } from './upload-errors.tsx';
import { useItemDraft } from './use-item-draft.ts';
import { usePhotoList } from './use-photo-list.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';
import { useSubmission } from './use-submission.ts';

interface ItemFormProps {
	form: PhotoForm;
	photosHeading: string;
	detailsHeading: string;
	submitLabel: string;
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
	/** Called when another tab has posted the draft that this form started from, or its current content. */
	onPosted?: (posted: PostedInOtherTab) => void;
	/** Further buttons beside the submit button. */
	children?: ReactNode;
}

/** The form to add or edit an item. A failed submit never clears it. */
export function ItemForm({ form, initial, isSending, onPosted, ...props }: ItemFormProps) {
	const list = usePhotoList(form, initial.photos);
	const { uploads, states } = usePhotoUploads(list.photos);
	const fields = useFormErrors<FormFieldName>();
	const draft = useItemDraft(props.draftKey, initial, list.photos, states);
	const { pathname } = useLocation();
	const { start, stop, isWaiting } = useSubmission(notifyAfterLeave);
	const [signInError, setSignInError] = useState<string>();
	const isAtControls = useServerErrors(fields, props.error);
	const message = signInError ?? (isAtControls ? undefined : submitErrorMessage(props.error, form));
	const isBusy = isSending || list.isResizing || list.rotatingKey !== undefined;
	useFocusOnError(fields.form, props.error);
	const categories = useCategories();
	const held = {
		form: fields.form,
		photos: list.photos,
		categories,
		draft,
		cancel: stop,
		onPosted,
	};
	usePostedInOtherTab(props.draftKey, held);

	function notifyAfterLeave(error: Error) {
		const failure = itemErrorMessage(error, form);
		const action = { label: 'Back to the form', to: pathname };
		if (failure) toast(failure, { tone: 'bad', action });
	}

	function submit(formElement: HTMLFormElement) {
		const values = readFormValues(formElement);
		const result = validateItem(form, values, categories);
		const { hasToken } = currentSession();
		// A signed-out user is asked to log in before the photos are checked (spec 1 §5).
		const arePhotosValid = !hasToken || (list.check() && !hasPhotoError(states));
		fields.show(result.errors ?? []);
		// Photos come before the fields, so their error gets the focus last and keeps it.
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
			onInput={(event) => draft.saveFields(readFormValues(event.currentTarget))}
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
				<FieldsSection heading={props.detailsHeading} isLocked={isSending}>
					<ItemFields initial={initial.fields} errors={fields.errors} />
				</FieldsSection>
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

interface FieldsSectionProps {
	heading: string;
	/** The form is being sent: nothing can be changed. */
	isLocked: boolean;
	children: ReactNode;
}

function FieldsSection({ heading, isLocked, children }: FieldsSectionProps) {
	const headingId = useId();
	return (
		<fieldset disabled={isLocked} className="min-w-0">
			<section aria-labelledby={headingId} className="grid gap-4">
				<h2 id={headingId} className="flex min-h-11 items-center text-xl">
					{heading}
				</h2>
				{children}
			</section>
		</fieldset>
	);
}

/** Why a submit failed, with a link to the login page if the session has ended. */
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

/** The error of a single photo is shown on its tile instead. */
function submitErrorMessage(error: Error | null, form: PhotoForm): string | undefined {
	return isPhotoError(error) ? undefined : itemErrorMessage(error, form);
}

/** Focuses the photo that made a submit fail. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>, error: Error | null): void {
	useEffect(() => {
		if (isPhotoError(error) && form.current) focusPhotos(form.current);
	}, [form, error]);
}

/** Focuses the failed photo's tile, or the picker: on a phone both are far from the submit button. */
function focusPhotos(form: HTMLFormElement): void {
	const tile = form.querySelector<HTMLElement>(
		'[data-photo]:has([data-fault]) [data-action=remove]',
	);
	(tile ?? form.querySelector<HTMLElement>('input[type=file]'))?.focus();
}
