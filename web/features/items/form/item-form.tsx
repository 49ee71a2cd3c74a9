import type { FormEvent, ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { FieldsSection } from './fields-section.tsx';
import { ItemFields } from './item-fields.tsx';
import { PhotoPanel } from './photo-panel.tsx';
import { SubmissionProgress, usePendingSubmission } from './submission-progress.tsx';
import { SubmitAlert } from './submit-alert.tsx';
import { type ItemFormOptions, useItemForm } from './use-item-form.ts';

interface ItemFormProps extends ItemFormOptions {
	photosHeading: string;
	detailsHeading: string;
	submitLabel: string;
	/** Further buttons beside the submit button. */
	children?: ReactNode;
}

/** The form to add or edit an item. A failed submit never clears it. */
export function ItemForm(props: ItemFormProps) {
	const { form, initial, isSending } = props;
	const itemForm = useItemForm(props);
	const submission = usePendingSubmission(props.draftKey);
	const { fields, list, uploads, states } = itemForm;

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		itemForm.submit(event.currentTarget);
	}

	return (
		<form
			ref={fields.form}
			noValidate
			onSubmit={handleSubmit}
			onInput={(event) => itemForm.saveFields(event.currentTarget)}
			className="grid gap-8 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] wide:gap-12"
		>
			<fieldset disabled={isSending} className="min-w-0">
				<PhotoPanel
					heading={props.photosHeading}
					list={list}
					uploads={uploads}
					states={states}
					isLocked={isSending}
				/>
			</fieldset>
			<div className="grid min-w-0 content-start gap-6">
				<FieldsSection heading={props.detailsHeading} isLocked={isSending}>
					<ItemFields form={form} initial={initial.fields} errors={fields.errors} />
				</FieldsSection>
				{itemForm.message && !isSending && (
					<SubmitAlert message={itemForm.message} pathname={itemForm.pathname} />
				)}
				{submission && <SubmissionProgress submission={submission} />}
				<div className="grid gap-2 tablet:flex tablet:flex-row-reverse tablet:justify-start">
					<Button type="submit" variant="main" busy={itemForm.isBusy} className="tablet:min-w-44">
						{props.submitLabel}
					</Button>
					{props.children}
				</div>
			</div>
		</form>
	);
}
