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
import { Form } from '#web/admin/kit/form.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { dataKindsShowing, refresh } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
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

	return (
		<Form
			schema={itemCorrection}
			send={(body) => callAdminApi(correctItem, { params: { id: item.id }, body })}
			failureMessage={ADMIN_ITEM_MESSAGES.changeFailed}
			onDone={({ message }) => {
				toast(message);
				void refresh(client, ...dataKindsShowing('items'));
			}}
			onClose={onClose}
			fields={[
				{ name: 'title', label: 'Title', initial: item.title },
				{
					name: 'category',
					label: 'Category',
					options: names.map((name) => ({ value: name, label: name })),
					initial: item.category,
				},
			]}
			submitLabel="Correct"
			onCancel={onClose}
			isInDialog
		>
			<p>The owner is told what was corrected.</p>
		</Form>
	);
}
