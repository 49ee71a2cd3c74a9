/** An item as the list page receives it. */
export interface BaselineItem {
	id: number;
	title: string;
	price: number;
	photo?: { src: string; srcset: string; width?: number; height?: number };
}
