// The search of straight_rust.c: the straight line where there is one, else no answer. What crosses to C
// is plain data; nothing may panic.
use std::os::raw::c_void;

/// In half pixels, as struct fr_point.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Point {
    x: i32,
    y: i32,
}

extern "C" {
    fn fr_line_of_sight(map: *const c_void, a: Point, b: Point) -> bool;
    fn fr_path_append(path: *mut c_void, point: Point) -> i32;
}

/// 1: found; 0: no answer; -1: no memory.
///
/// # Safety
/// The map and the path are those of a find.
#[no_mangle]
pub unsafe extern "C" fn straight_find(
    map: *const c_void,
    start: Point,
    goal: Point,
    path: *mut c_void,
) -> i32 {
    if !fr_line_of_sight(map, start, goal) {
        return 0;
    }
    match fr_path_append(path, start) == 0 && fr_path_append(path, goal) == 0 {
        true => 1,
        false => -1,
    }
}
