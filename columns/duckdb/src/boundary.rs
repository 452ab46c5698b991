//! DuckDB's C interface: the only place with `unsafe`.
//!
//! Each block relies on what DuckDB's header promises for the time of a call: a chunk has as many
//! flat vectors as the function has parameters, each with the data of its declared type and as many
//! rows as the chunk; a mask of validity is null where every row is valid, and has a bit for each
//! row otherwise; a vector of lists has one child. Only functions that are stable since version
//! 1.2.0 of the interface are read from its table, which may be shorter than the newest.
#![allow(unsafe_code)]

mod read;
mod write;

use std::ffi::{c_char, c_void, CStr, CString};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::OnceLock;

use arrow_schema::DataType;
use libduckdb_sys as sys;

use crate::calls::{all, Call};
use read::Chunk;

/// The oldest version of the C interface that has every function below.
const INTERFACE: &CStr = c"v1.2.0";

macro_rules! interface {
    ($($name:ident($($argument:ty),*) $(-> $returns:ty)?;)*) => {
        /// The functions that are called.
        #[derive(Clone, Copy)]
        struct Interface {
            $($name: unsafe extern "C" fn($($argument),*) $(-> $returns)?,)*
        }

        impl Interface {
            /// Reads the functions, and no other field.
            ///
            /// # Safety
            /// The table is that of an interface of version 1.2.0 or later.
            unsafe fn of(table: *const sys::duckdb_ext_api_v1) -> Option<Interface> {
                Some(Interface { $($name: unsafe { (*table).$name }?,)* })
            }
        }
    };
}

interface! {
    duckdb_connect(sys::duckdb_database, *mut sys::duckdb_connection) -> sys::duckdb_state;
    duckdb_disconnect(*mut sys::duckdb_connection);
    duckdb_create_logical_type(sys::duckdb_type) -> sys::duckdb_logical_type;
    duckdb_create_list_type(sys::duckdb_logical_type) -> sys::duckdb_logical_type;
    duckdb_create_struct_type(
        *mut sys::duckdb_logical_type, *mut *const c_char, sys::idx_t
    ) -> sys::duckdb_logical_type;
    duckdb_destroy_logical_type(*mut sys::duckdb_logical_type);
    duckdb_create_scalar_function() -> sys::duckdb_scalar_function;
    duckdb_destroy_scalar_function(*mut sys::duckdb_scalar_function);
    duckdb_scalar_function_set_name(sys::duckdb_scalar_function, *const c_char);
    duckdb_scalar_function_add_parameter(sys::duckdb_scalar_function, sys::duckdb_logical_type);
    duckdb_scalar_function_set_return_type(sys::duckdb_scalar_function, sys::duckdb_logical_type);
    duckdb_scalar_function_set_special_handling(sys::duckdb_scalar_function);
    duckdb_scalar_function_set_extra_info(
        sys::duckdb_scalar_function, *mut c_void, sys::duckdb_delete_callback_t
    );
    duckdb_scalar_function_get_extra_info(sys::duckdb_function_info) -> *mut c_void;
    duckdb_scalar_function_set_function(sys::duckdb_scalar_function, sys::duckdb_scalar_function_t);
    duckdb_scalar_function_set_error(sys::duckdb_function_info, *const c_char);
    duckdb_create_scalar_function_set(*const c_char) -> sys::duckdb_scalar_function_set;
    duckdb_destroy_scalar_function_set(*mut sys::duckdb_scalar_function_set);
    duckdb_add_scalar_function_to_set(
        sys::duckdb_scalar_function_set, sys::duckdb_scalar_function
    ) -> sys::duckdb_state;
    duckdb_register_scalar_function_set(
        sys::duckdb_connection, sys::duckdb_scalar_function_set
    ) -> sys::duckdb_state;
    duckdb_data_chunk_get_size(sys::duckdb_data_chunk) -> sys::idx_t;
    duckdb_data_chunk_get_vector(sys::duckdb_data_chunk, sys::idx_t) -> sys::duckdb_vector;
    duckdb_vector_get_data(sys::duckdb_vector) -> *mut c_void;
    duckdb_vector_get_validity(sys::duckdb_vector) -> *mut u64;
    duckdb_vector_ensure_validity_writable(sys::duckdb_vector);
    duckdb_vector_assign_string_element_len(
        sys::duckdb_vector, sys::idx_t, *const c_char, sys::idx_t
    );
    duckdb_list_vector_get_child(sys::duckdb_vector) -> sys::duckdb_vector;
    duckdb_list_vector_get_size(sys::duckdb_vector) -> sys::idx_t;
    duckdb_list_vector_set_size(sys::duckdb_vector, sys::idx_t) -> sys::duckdb_state;
    duckdb_list_vector_reserve(sys::duckdb_vector, sys::idx_t) -> sys::duckdb_state;
    duckdb_struct_vector_get_child(sys::duckdb_vector, sys::idx_t) -> sys::duckdb_vector;
}

/// The functions of the DuckDB that loaded the extension, which a process has once.
static FUNCTIONS: OnceLock<Interface> = OnceLock::new();

/// Registers every function. DuckDB calls it by this name when it loads `urigram`.
///
/// # Safety
/// DuckDB is the caller.
#[no_mangle]
pub unsafe extern "C" fn urigram_init_c_api(
    info: sys::duckdb_extension_info,
    access: *const sys::duckdb_extension_access,
) -> bool {
    let done = catch_unwind(AssertUnwindSafe(|| unsafe { register(info, access) }));
    match done.unwrap_or_else(|_| Err("urigram: registering failed".to_owned())) {
        Ok(()) => true,
        Err(message) => {
            if let Some(set_error) = unsafe { (*access).set_error } {
                unsafe { set_error(info, c_text(&message).as_ptr()) };
            }
            false
        }
    }
}

unsafe fn register(
    info: sys::duckdb_extension_info,
    access: *const sys::duckdb_extension_access,
) -> Result<(), String> {
    let old = || "urigram: this DuckDB has no C interface of version 1.2.0".to_owned();
    let get_api = unsafe { (*access).get_api }.ok_or_else(old)?;
    let table = unsafe { get_api(info, INTERFACE.as_ptr()) }.cast::<sys::duckdb_ext_api_v1>();
    if table.is_null() {
        return Err(old());
    }
    let functions = unsafe { Interface::of(table) }.ok_or_else(old)?;
    let api = *FUNCTIONS.get_or_init(|| functions);
    let get_database = unsafe { (*access).get_database }.ok_or_else(old)?;
    let database = unsafe { get_database(info) };
    let mut connection = std::ptr::null_mut();
    if database.is_null()
        || unsafe { (api.duckdb_connect)(*database, &mut connection) } != sys::DuckDBSuccess
    {
        return Err("urigram: no connection to the database".to_owned());
    }
    let done = all().try_for_each(|(name, calls)| unsafe { api.add(connection, &name, calls) });
    unsafe { (api.duckdb_disconnect)(&mut connection) };
    done
}

impl Interface {
    /// Registers a function with all of its calls.
    unsafe fn add(
        &self,
        connection: sys::duckdb_connection,
        name: &str,
        calls: Vec<Call>,
    ) -> Result<(), String> {
        let of_name = c_text(name);
        let mut set = unsafe { (self.duckdb_create_scalar_function_set)(of_name.as_ptr()) };
        let mut done = Ok(());
        for call in calls {
            done = done.and_then(|()| unsafe { self.add_call(set, &of_name, call) });
        }
        if done.is_ok()
            && unsafe { (self.duckdb_register_scalar_function_set)(connection, set) }
                != sys::DuckDBSuccess
        {
            done = Err(format!("urigram: {name} cannot be registered"));
        }
        unsafe { (self.duckdb_destroy_scalar_function_set)(&mut set) };
        done
    }

    unsafe fn add_call(
        &self,
        set: sys::duckdb_scalar_function_set,
        name: &CStr,
        call: Call,
    ) -> Result<(), String> {
        let returns = call.returns()?;
        unsafe {
            let mut function = (self.duckdb_create_scalar_function)();
            (self.duckdb_scalar_function_set_name)(function, name.as_ptr());
            for parameter in call.types() {
                self.with_type(&parameter, &mut |logical| {
                    (self.duckdb_scalar_function_add_parameter)(function, logical);
                });
            }
            self.with_type(&returns, &mut |logical| {
                (self.duckdb_scalar_function_set_return_type)(function, logical);
            });
            // Nulls arrive: a null of the column is an answer of the kernel.
            (self.duckdb_scalar_function_set_special_handling)(function);
            (self.duckdb_scalar_function_set_function)(function, Some(answer));
            let call = Box::into_raw(Box::new(call)).cast::<c_void>();
            (self.duckdb_scalar_function_set_extra_info)(function, call, Some(forget));
            let added = (self.duckdb_add_scalar_function_to_set)(set, function);
            (self.duckdb_destroy_scalar_function)(&mut function);
            if added == sys::DuckDBSuccess {
                return Ok(());
            }
        }
        Err(format!("urigram: {} cannot be added", name.to_string_lossy()))
    }

    /// Hands a type of Arrow to a function as one of DuckDB's, which ends with the call.
    unsafe fn with_type(
        &self,
        data_type: &DataType,
        then: &mut dyn FnMut(sys::duckdb_logical_type),
    ) {
        let mut logical = unsafe { self.logical_type(data_type) };
        then(logical);
        unsafe { (self.duckdb_destroy_logical_type)(&mut logical) };
    }

    /// Makes a type of DuckDB, which the caller destroys.
    unsafe fn logical_type(&self, data_type: &DataType) -> sys::duckdb_logical_type {
        match data_type {
            DataType::List(item) => unsafe {
                let mut of = self.logical_type(item.data_type());
                let list = (self.duckdb_create_list_type)(of);
                (self.duckdb_destroy_logical_type)(&mut of);
                list
            },
            DataType::Struct(fields) => unsafe {
                let names: Vec<CString> = fields.iter().map(|one| c_text(one.name())).collect();
                let mut names: Vec<*const c_char> = names.iter().map(|one| one.as_ptr()).collect();
                let types = fields.iter().map(|one| self.logical_type(one.data_type()));
                let mut types: Vec<sys::duckdb_logical_type> = types.collect();
                let (of, called) = (types.as_mut_ptr(), names.as_mut_ptr());
                let made = (self.duckdb_create_struct_type)(of, called, fields.len() as u64);
                for one in &mut types {
                    (self.duckdb_destroy_logical_type)(one);
                }
                made
            },
            DataType::Boolean => unsafe {
                (self.duckdb_create_logical_type)(sys::DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN)
            },
            DataType::Utf8 => unsafe {
                (self.duckdb_create_logical_type)(sys::DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR)
            },
            // Every other type of the table of functions is a whole number.
            _ => unsafe { (self.duckdb_create_logical_type)(sys::DUCKDB_TYPE_DUCKDB_TYPE_BIGINT) },
        }
    }
}

/// Answers for a chunk.
unsafe extern "C" fn answer(
    info: sys::duckdb_function_info,
    input: sys::duckdb_data_chunk,
    output: sys::duckdb_vector,
) {
    // DuckDB has it from `urigram_init_c_api`, which set the functions before.
    let Some(api) = FUNCTIONS.get() else { return };
    let done = catch_unwind(AssertUnwindSafe(|| unsafe {
        let call = &*(api.duckdb_scalar_function_get_extra_info)(info).cast::<Call>();
        let chunk = Chunk::new(api, input);
        if chunk.rows() == 0 {
            return Ok(());
        }
        write::answers(api, output, &*call.answer(&chunk)?, None)
    }));
    let done = done.unwrap_or_else(|_| Err("urigram: a call failed".to_owned()));
    if let Err(message) = done {
        unsafe { (api.duckdb_scalar_function_set_error)(info, c_text(&message).as_ptr()) };
    }
}

/// Frees a call that `add_call` gave away.
unsafe extern "C" fn forget(call: *mut c_void) {
    drop(unsafe { Box::from_raw(call.cast::<Call>()) });
}

/// Returns a text as C has it: to its first NUL.
fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}
