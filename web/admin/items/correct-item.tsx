import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
	ADMIN_ITEM_MESSAGES,
	type AdminItem,
	correctItem,
	itemCorrection,
} from '#contract/admin/items.ts';
import { isolated } from '#contract/core/format.ts';
import { CATEGORIES_QUERY } from '#web/admin/kit/category-filter.ts';
import { useValidatedForm } from '#web/admin/kit/use-validated-form.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { dataKindsShowing, refresh } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.ts';

/** A button that opens a form for the title and the category of an item. */
export function CorrectItem({ item }: { item: AdminItem }) {
	const [isOpen, setIsOpen] = useState(false);
	const close = () => setIsOpen(false);

	return (
		<>
			<Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
				Correct title or category
			</Button>
			<Dialog open={isOpen} onClose={close} title={`Correct ${isolated(item.title)}`}>
				{isOpen && <CorrectionForm item={item} onClose={close} />}
			</Dialog>
		</>
	);
}

function CorrectionForm({ item, onClose }: { item: AdminItem; onClose: () => void }) {
	const client = useQueryClient();
	const { data: categories } = useQuery(CATEGORIES_QUERY);
	const names = categories?.map(({ name }) => name) ?? [item.category];
	const { form, errorOf, alert, isBusy, onSubmit } = useValidatedForm({
		schema: itemCorrection,
		send: (body) => callAdminApi(correctItem, { params: { id: item.id }, body }),
		failureMessage: ADMIN_ITEM_MESSAGES.changeFailed,
		onDone: ({ message }) => {
			toast(message);
			void refresh(client, ...dataKindsShowing('items'));
		},
		onClose,
	});

	return (
		<form ref={form} onSubmit={onSubmit} className="grid gap-4" noValidate>
			<p>The owner is told what was corrected.</p>
			<Field label="Title" error={errorOf('title')}>
				{(control) => <TextInput {...control} name="title" defaultValue={item.title} />}
			</Field>
			<Field label="Category" error={errorOf('category')}>
				{(control) => (
					// A new control once the categories are loaded, because an option that is missing at first is not chosen later.
					<Select {...control} key={names.length} name="category" defaultValue={item.category}>
						{names.map((name) => (
							<option key={name}>{name}</option>
						))}
					</Select>
				)}
			</Field>
			{alert !== undefined && <FormAlert>{alert}</FormAlert>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant="main" busy={isBusy}>
					Correct
				</Button>
				<Button onClick={onClose}>Cancel</Button>
			</div>
		</form>
	);
}
