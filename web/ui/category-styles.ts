import {
	BookOpen,
	Boxes,
	CircuitBoard,
	DraftingCompass,
	type LucideIcon,
	ScrollText,
	ShoppingBag,
} from 'lucide-react';
import type { Category } from '#contract/items/facts.ts';

interface CategoryStyle {
	icon: LucideIcon;
	/** Background in the category's tint. */
	tint: string;
}

/** Each category's own tint and icon, the same everywhere. */
export const CATEGORY_STYLES: Record<Category, CategoryStyle> = {
	Electronics: { icon: CircuitBoard, tint: 'bg-electronics' },
	Books: { icon: BookOpen, tint: 'bg-books' },
	PYQs: { icon: ScrollText, tint: 'bg-pyqs' },
	Instruments: { icon: DraftingCompass, tint: 'bg-instruments' },
	Essentials: { icon: ShoppingBag, tint: 'bg-essentials' },
	OTHERS: { icon: Boxes, tint: 'bg-others' },
};
