import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { CATALOGUE_MESSAGES, changeCategoryList } from '#contract/admin/catalogue.ts';
import { CATALOGUE_LIST_LIMITS, CATEGORY_ICONS } from '#contract/catalogue/facts.ts';
import { ListForm, type ListTabProps } from '#web/admin/catalogue/list-form.tsx';
import { categoryListQuery, type StoredCategories } from '#web/admin/catalogue/queries.ts';
import { withStoredIds } from '#web/admin/catalogue/row-ids.ts';
import { useListDraft } from '#web/admin/catalogue/use-list-draft.ts';
import { useListEdits } from '#web/admin/catalogue/use-list-edits.ts';
import { QueryContent } from '#web/admin/kit/query-content.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
	type CategoryDraft,
	categoryListFaults,
	newCategory,
	toDrafts,
	toInputs,
} from './category-draft.ts';
import { CategoryRow, categoryFieldId } from './category-row.tsx';

/** The tab to edit the categories of items and their detail fields. */
export function CategoriesTab(props: ListTabProps) {
	return (
		<QueryContent
			query={useQuery(categoryListQuery())}
			failureMessage={CATALOGUE_MESSAGES.loadFailed}
			skeleton={<Skeleton className="h-96" />}
		>
			{(stored) => <CategoriesEditor {...props} stored={stored} />}
		</QueryContent>
	);
}

interface CategoriesEditorProps extends ListTabProps {
	stored: StoredCategories;
}

function CategoriesEditor({ stored, canEdit, onDirty }: CategoriesEditorProps) {
	const list = useListDraft({
		stored,
		...categoryListQuery(),
		toDraft: toDrafts,
		toInput: toInputs,
		applySaved: withStoredIds,
		findFaults: categoryListFaults,
		send: (version, categories) =>
			callAdminApi(changeCategoryList, { body: { version, categories } }),
		reloads: ['analytics'],
		onDirty,
	});
	const { draft, edit } = list;
	const [draggedIndex, setDraggedIndex] = useState<number>();
	const { move, add, remove, announcement, addButtonId } = useListEdits(list, categoryFieldId);

	return (
		<ListForm list={list} saveLabel="Save categories" canEdit={canEdit}>
			<p className="max-w-[70ch] text-sm text-ink-soft">
				Students choose from these when they sell and when they browse, in this order. A hidden
				category keeps its items and takes no new ones.
			</p>
			<ol className="grid gap-2" aria-label="Categories">
				{draft.map((category, index) => (
					<CategoryRow
						key={category.rowKey}
						category={category}
						index={index}
						count={draft.length}
						faults={list.faults}
						canEdit={canEdit}
						isDragged={index === draggedIndex}
						onChange={(changes: Partial<CategoryDraft>) =>
							edit(draft.with(index, { ...category, ...changes }))
						}
						onMove={(to) => move(index, to)}
						onDelete={() => remove(index)}
						onDragStart={() => setDraggedIndex(index)}
						onDragOver={() => {
							if (draggedIndex === undefined || draggedIndex === index) return;
							move(draggedIndex, index);
							setDraggedIndex(index);
						}}
						onDragEnd={() => setDraggedIndex(undefined)}
					/>
				))}
			</ol>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{canEdit && draft.length < CATALOGUE_LIST_LIMITS.categoriesMax && (
				<Button
					id={addButtonId}
					onClick={() => add(newCategory(draft, CATEGORY_ICONS))}
					className="justify-self-start"
				>
					<Plus aria-hidden="true" className="size-4.5" />
					Add category
				</Button>
			)}
		</ListForm>
	);
}
