import type { ReactNode } from 'react';
import { BreakableText } from './breakable-text.tsx';
import { RowActions } from './row-actions.tsx';
import { SortHeader, type SortValues } from './sort-header.tsx';
import type { ListAction } from './use-list-keys.ts';

export interface Column<Row> {
	/** The column header, and on phones the label beside the value; '' when the value needs none. */
	title: string;
	cell: (row: Row) => ReactNode;
	/** Numbers are right-aligned. */
	isNumeric?: boolean;
	/** Short values that stay on one line: a date, a category. */
	isNowrap?: boolean;
	/** Names the row: on phones it stands above the other cells. */
	isMain?: boolean;
	/** Hidden unless the list has this width; the panel shows the value too. */
	visibleFrom?: 'wide' | 'widest';
	/** The sort orders by this column, as values of the filter `sort`. */
	sort?: SortValues;
	/** Kept beside a panel, even where only the name column has room besides. */
	isShownBesidePanel?: boolean;
	/** Hidden beside a panel, which shows it. */
	isHiddenBesidePanel?: boolean;
	/** On one line, cut at its end. */
	isTruncated?: boolean;
}

export interface DataTableProps<Row> {
	/** What the table lists, for screen readers. */
	label: string;
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	idOf: (row: Row) => number;
	/** The name of a row, used in the labels of its buttons. */
	nameOf: (row: Row) => string;
	/** Buttons of a row; `View` with Enter comes first and has the key `open`. */
	actionsOf?: (row: Row) => readonly ListAction[];
	open: (row: Row) => void;
	openedId?: number | undefined;
	/** Checkboxes at the left; absent when the list has no bulk actions. */
	selection?: Selection<Row>;
	/** True while another page loads. */
	isBusy?: boolean;
	/** The sort order, when the column headers change it. */
	sorting?: Sorting;
}

/** The current sort order and the callback to change it. */
export interface Sorting {
	value: string;
	onSort: (value: string) => void;
}

interface Selection<Row> {
	ids: ReadonlySet<number>;
	isSelectable?: (row: Row) => boolean;
	/** Label of the checkbox that selects the whole page. */
	allLabel: string;
	onChange: (ids: ReadonlySet<number>) => void;
}

/** A table with sticky headers; on phones each row is a card. `ListHeading` handles its keyboard shortcuts. */
export function DataTable<Row>(props: DataTableProps<Row>) {
	const { label, columns, rows, selection, isBusy = false } = props;

	return (
		<div className="office-list">
			<table
				aria-label={label}
				aria-busy={isBusy || undefined}
				className="office-table aria-busy:opacity-60"
			>
				<thead>
					<tr>
						{selection && (
							<th scope="col" data-box="" className="w-11">
								<SelectAll rows={rows} idOf={props.idOf} selection={selection} />
							</th>
						)}
						{columns.map((column) => (
							<ColumnHeader key={column.title} column={column} sorting={props.sorting} />
						))}
						<th scope="col" data-figure="" data-actions="">
							Actions
						</th>
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<TableRow key={props.idOf(row)} row={row} {...props} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function TableRow<Row>({ row, ...props }: DataTableProps<Row> & { row: Row }) {
	const { columns, idOf, nameOf, actionsOf, open, openedId, selection } = props;
	const id = idOf(row);
	const view: ListAction = { label: 'View', key: 'Enter', run: () => open(row) };

	return (
		<tr data-open={id === openedId || undefined}>
			{selection && (
				<td className="w-11" data-box="">
					<RowCheckbox id={id} name={nameOf(row)} row={row} selection={selection} />
				</td>
			)}
			{columns.map(
				({
					title,
					cell,
					isNumeric,
					isNowrap,
					isMain,
					isTruncated,
					isShownBesidePanel,
					isHiddenBesidePanel,
					visibleFrom,
				}) => (
					<td
						key={title}
						data-label={title || undefined}
						data-figure={isNumeric || undefined}
						data-short={isNowrap || undefined}
						data-main={isMain || undefined}
						data-cut={isTruncated || undefined}
						data-stays={isShownBesidePanel || undefined}
						data-spare={isHiddenBesidePanel || undefined}
						data-only={visibleFrom}
					>
						<CellContent>{cell(row)}</CellContent>
					</td>
				),
			)}
			<td data-actions="">
				<RowActions actions={[view, ...(actionsOf?.(row) ?? [])]} name={nameOf(row)} />
			</td>
		</tr>
	);
}

function ColumnHeader<Row>({
	column: { title, isNumeric, isMain, isShownBesidePanel, isHiddenBesidePanel, visibleFrom, sort },
	sorting,
}: {
	column: Column<Row>;
	sorting: Sorting | undefined;
}) {
	const dataAttributes = {
		'data-figure': isNumeric || undefined,
		'data-main': isMain || undefined,
		'data-stays': isShownBesidePanel || undefined,
		'data-spare': isHiddenBesidePanel || undefined,
		'data-only': visibleFrom,
	};
	if (sort && sorting)
		return <SortHeader {...sorting} title={title} dataAttributes={dataAttributes} sort={sort} />;
	return (
		<th scope="col" {...dataAttributes}>
			{title || <span className="sr-only">Picture</span>}
		</th>
	);
}

function CellContent({ children }: { children: ReactNode }) {
	if (typeof children !== 'string') return children;
	return (
		<span className="wide:line-clamp-2">
			<BreakableText>{children}</BreakableText>
		</span>
	);
}

const BOX_CLASS = 'grid size-11 cursor-pointer place-items-center has-disabled:opacity-40';

function RowCheckbox<Row>({
	id,
	name,
	row,
	selection,
}: {
	id: number;
	name: string;
	row: Row;
	selection: Selection<Row>;
}) {
	const { ids, isSelectable = () => true, onChange } = selection;

	function toggle() {
		const next = new Set(ids);
		if (!next.delete(id)) next.add(id);
		onChange(next);
	}

	return (
		<label className={BOX_CLASS}>
			<input
				type="checkbox"
				data-key="x"
				aria-label={`Select ${name}`}
				checked={ids.has(id)}
				disabled={!isSelectable(row)}
				onChange={toggle}
				className="size-4.5 accent-link"
			/>
		</label>
	);
}

function SelectAll<Row>({
	rows,
	idOf,
	selection,
}: {
	rows: readonly Row[];
	idOf: (row: Row) => number;
	selection: Selection<Row>;
}) {
	const { ids, isSelectable = () => true, onChange, allLabel } = selection;
	const selectable = rows.filter(isSelectable).map(idOf);
	const isAll = selectable.length > 0 && selectable.every((id) => ids.has(id));
	const isSome = !isAll && selectable.some((id) => ids.has(id));

	return (
		<label className={BOX_CLASS}>
			<input
				type="checkbox"
				ref={(box) => {
					if (box) box.indeterminate = isSome;
				}}
				aria-label={allLabel}
				checked={isAll}
				disabled={selectable.length === 0}
				onChange={() => onChange(new Set(isAll ? [] : selectable))}
				className="size-4.5 accent-link"
			/>
			<span aria-hidden="true" className="narrow-only text-sm font-semibold">
				{allLabel}
			</span>
		</label>
	);
}
