import { useQuery } from '@tanstack/react-query';
import { GripVertical, Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import { isolated } from '#contract/core/format.ts';
import { QueryContent } from '#web/admin/kit/query-content.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import {
	type CatalogueList,
	type EditedRow,
	type Faults,
	faultsAt,
	type ListDraft,
	listQueryKey,
	useListDraft,
	type Versioned,
	withStoredIds,
} from './list-draft.ts';

/** The props of every tab of the campus page. */
export interface ListTabProps {
	/** False for administrators who may only read. */
	canEdit: boolean;
	/** Called when the draft has changed, with whether there are unsaved changes. */
	onDirty: (isDirty: boolean) => void;
}

export interface RowProps<Row> {
	row: Row;
	index: number;
	/** The number of rows in the list. */
	count: number;
	/** The faults of this row, by their paths within it. */
	faults: Faults;
	canEdit: boolean;
	onChange: (changes: Partial<Row>) => void;
	/** @param to the new index; one outside of the list is ignored */
	onMove: (to: number) => void;
	onRemove: () => void;
	/** A handle to drag the row with the mouse. For the keyboard there are `MoveButtons`. */
	handle: ReactNode;
}

/** A list of the catalogue whose rows are edited in place. */
export interface RowList<Stored extends Versioned, Row, Body>
	extends Omit<CatalogueList<Stored, Row[], Body>, 'applySaved'> {
	/** The accessible name of the list. */
	label: string;
	saveLabel: string;
	/** Says what the list is for. */
	hint: string;
	/** Shown instead of an empty list. */
	emptyText?: string;
	/** The part of the request that has the rows: faults have paths like `spots.2.name`. */
	path: keyof Body & string;
	/** The most rows that the server accepts. */
	max: number;
	addLabel: string;
	newRow: (rows: readonly Row[]) => Row;
	/** The content of a row. Its first input or select gets the focus when the row is added. */
	Row: ComponentType<RowProps<Row>>;
	rowClass: string;
	/** The name of a row, to announce its move; for lists with an order. */
	nameOf?: (row: Row) => string;
	/** Adds a field that hides the rows without the typed text. New rows are then added at the start. */
	search?: { label: string; textOf: (row: Row) => string; nothingFound: string };
}

/** Infers the types of a description. */
export const rowList = <Stored extends Versioned, Row, Body>(list: RowList<Stored, Row, Body>) =>
	list;

interface LoadedListProps<Stored extends Versioned> {
	list: Pick<CatalogueList<Stored, never, never>, 'key' | 'load'>;
	children: (stored: Stored) => ReactNode;
}

/** Loads a list, and renders its editor. */
export function LoadedList<Stored extends Versioned>({ list, children }: LoadedListProps<Stored>) {
	return (
		<QueryContent
			query={useQuery({ queryKey: listQueryKey(list.key), queryFn: list.load })}
			failureMessage={CATALOGUE_MESSAGES.loadFailed}
			skeleton={<Skeleton className="h-96" />}
		>
			{children}
		</QueryContent>
	);
}

type ListEditorProps<Stored extends Versioned, Row, Body> = ListTabProps & {
	list: RowList<Stored, Row, Body>;
};

/** Loads, edits and saves a list whose rows are edited in place. */
export function ListEditor<Stored extends Versioned, Row extends EditedRow, Body extends object>(
	props: ListEditorProps<Stored, Row, Body>,
) {
	return (
		<LoadedList list={props.list}>
			{(stored) => <RowsEditor {...props} stored={stored} />}
		</LoadedList>
	);
}

/** Changes of the rows, with where the focus is after each of them, and the search of a list that has one. */
function useRows<Row extends EditedRow>(
	list: Pick<RowList<Versioned, Row, never>, 'search' | 'newRow' | 'nameOf'> & { path: string },
	{ draft, edit, faults }: Pick<ListDraft<Row[]>, 'draft' | 'edit' | 'faults'>,
) {
	const element = useRef<HTMLOListElement>(null);
	const addButtonId = useId();
	const [announcement, setAnnouncement] = useState('');
	const [searchText, setSearchText] = useState('');
	/** Computed only when the text changes, so that a row does not vanish while it is edited. */
	const [hiddenKeys, setHiddenKeys] = useState<ReadonlySet<string>>(new Set());
	const visible = draft.flatMap((row, index) => {
		const rowFaults = faultsAt(faults, `${list.path}.${index}`);
		return hiddenKeys.has(row.rowKey) && rowFaults.size === 0 ? [] : [{ row, index, rowFaults }];
	});

	function searchFor(text: string): void {
		const words = text.trim().toLowerCase();
		const hidden = draft.filter((row) => !list.search?.textOf(row).toLowerCase().includes(words));
		setSearchText(text);
		setHiddenKeys(new Set(words === '' ? [] : hidden.map(({ rowKey }) => rowKey)));
	}

	function focusRow(row: Row | undefined): void {
		const shown = [...(element.current?.children ?? [])] as HTMLElement[];
		const found = shown.find(({ dataset }) => dataset.row === row?.rowKey);
		const control = found?.querySelector<HTMLElement>('input, select');
		(control ?? document.getElementById(addButtonId))?.focus();
	}

	return {
		element,
		addButtonId,
		announcement,
		searchText,
		visible,
		searchFor,
		add() {
			const added = list.newRow(draft);
			flushSync(() => {
				searchFor('');
				edit(list.search ? [added, ...draft] : [...draft, added]);
			});
			focusRow(added);
		},
		change(index: number, row: Row) {
			// A row that is shown because of its error stays visible once the error is corrected.
			setHiddenKeys(new Set([...hiddenKeys].filter((key) => key !== row.rowKey)));
			edit(draft.with(index, row));
		},
		move(from: number, to: number) {
			const moved = draft[from];
			if (!moved || to < 0 || to >= draft.length) return;
			edit(draft.toSpliced(from, 1).toSpliced(to, 0, moved));
			const name = list.nameOf?.(moved) ?? '';
			setAnnouncement(`${isolated(name)} is number ${to + 1} of ${draft.length}.`);
		},
		/** After a removal, the focus moves to the next row, else to the one before, else to the button that adds rows. */
		remove(index: number) {
			const position = visible.findIndex((shown) => shown.index === index);
			const nearby = visible[position + 1] ?? visible[position - 1];
			flushSync(() => edit(draft.toSpliced(index, 1)));
			focusRow(nearby?.row);
		},
	};
}

function RowsEditor<Stored extends Versioned, Row extends EditedRow, Body extends object>({
	list,
	stored,
	canEdit,
	onDirty,
}: ListEditorProps<Stored, Row, Body> & { stored: Stored }) {
	const listDraft = useListDraft({ ...list, applySaved: withStoredIds }, stored, onDirty);
	const { draft } = listDraft;
	const rows = useRows(list, listDraft);
	const [draggedKey, setDraggedKey] = useState<string>();
	const { search } = list;

	const addButton = canEdit && draft.length < list.max && (
		<Button id={rows.addButtonId} onClick={rows.add} className="justify-self-start">
			<Plus aria-hidden="true" className="size-4.5" />
			{list.addLabel}
		</Button>
	);

	return (
		<ListForm list={listDraft} saveLabel={list.saveLabel} canEdit={canEdit}>
			<p className="max-w-[70ch] text-sm text-ink-soft">{list.hint}</p>
			{search && (
				<div className="flex flex-wrap items-center gap-2">
					<TextInput
						type="search"
						aria-label={search.label}
						placeholder={search.label}
						value={rows.searchText}
						onChange={({ target }) => rows.searchFor(target.value)}
						className="tablet:max-w-80"
					/>
					{addButton}
					<p role="status" className="text-sm text-ink-soft">
						{draft.length > 0 && rows.visible.length === 0 && search.nothingFound}
					</p>
				</div>
			)}
			{draft.length === 0 && list.emptyText && <p>{list.emptyText}</p>}
			<ol
				ref={rows.element}
				className={`grid gap-2 ${search ? 'wide:grid-cols-2' : ''}`}
				aria-label={list.label}
			>
				{rows.visible.map(({ row, index, rowFaults }) => (
					<li
						key={row.rowKey}
						data-row={row.rowKey}
						className={`${list.rowClass} ${row.rowKey === draggedKey ? 'opacity-50' : ''}`}
						onDragOver={(event) => {
							event.preventDefault();
							const from = draft.findIndex(({ rowKey }) => rowKey === draggedKey);
							if (from !== index) rows.move(from, index);
						}}
						onDrop={(event) => event.preventDefault()}
					>
						<list.Row
							row={row}
							index={index}
							count={draft.length}
							faults={rowFaults}
							canEdit={canEdit}
							onChange={(changes) => rows.change(index, { ...row, ...changes })}
							onMove={(to) => rows.move(index, to)}
							onRemove={() => rows.remove(index)}
							handle={
								canEdit && (
									<DragHandle
										onDragStart={() => setDraggedKey(row.rowKey)}
										onDragEnd={() => setDraggedKey(undefined)}
									/>
								)
							}
						/>
					</li>
				))}
			</ol>
			{list.nameOf && (
				<p role="status" className="sr-only">
					{rows.announcement}
				</p>
			)}
			{!search && addButton}
		</ListForm>
	);
}

function DragHandle(props: { onDragStart: () => void; onDragEnd: () => void }) {
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the arrow buttons do the same without a mouse
		<span
			draggable
			title="Drag to move"
			onDragStart={({ dataTransfer }) => {
				dataTransfer.effectAllowed = 'move';
				// Firefox starts no drag without data.
				dataTransfer.setData('text/plain', '');
				props.onDragStart();
			}}
			onDragEnd={props.onDragEnd}
			className="hidden h-12 w-6 cursor-grab place-items-center text-ink-soft pointer-fine:grid"
		>
			<GripVertical aria-hidden="true" className="size-5" />
		</span>
	);
}

interface ListFormProps {
	list: Omit<ListDraft<unknown>, 'draft' | 'edit'>;
	saveLabel: string;
	canEdit: boolean;
	children: ReactNode;
}

/**
 * A list that is saved as a whole, with its buttons at the lower edge of the screen. Not a `form` element: Enter in one
 * field would save the whole list, and its dialogs contain forms, which must not be nested.
 */
export function ListForm({ list, saveLabel, canEdit, children }: ListFormProps) {
	return (
		<div ref={list.container} tabIndex={-1} className="grid gap-4 outline-none">
			{children}
			{canEdit && (
				<div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 py-3 wide:-mx-7 wide:px-7">
					{list.isOutdated ? (
						// A colleague has changed the list: the server would refuse the older version.
						<>
							<p role="alert" className="max-w-[60ch] text-sm font-medium">
								{CATALOGUE_MESSAGES.outdated}
							</p>
							<Button onClick={list.discard}>Load the newest instead</Button>
						</>
					) : (
						<SaveButtons list={list} saveLabel={saveLabel} />
					)}
				</div>
			)}
		</div>
	);
}

function SaveButtons({ list, saveLabel }: Pick<ListFormProps, 'list' | 'saveLabel'>) {
	const faultCount = list.faults.size;

	return (
		<>
			<Button variant="main" busy={list.isSaving} onClick={list.save}>
				{saveLabel}
			</Button>
			{list.isDirty && (
				<Button variant="quiet" disabled={list.isSaving} onClick={list.discard}>
					Discard
				</Button>
			)}
			{list.alert && <FormAlert>{list.alert}</FormAlert>}
			{faultCount > 0 && (
				<FormAlert>
					{faultCount === 1
						? 'One entry is not right yet.'
						: `${faultCount} entries are not right yet.`}
				</FormAlert>
			)}
			{list.isDirty && faultCount === 0 && !list.alert && (
				<p className="text-sm text-ink-soft max-tablet:sr-only">Not saved yet.</p>
			)}
		</>
	);
}
